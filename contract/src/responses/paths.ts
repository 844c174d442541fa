export const openResponseRequests = { method: 'GET', path: 'Response/Open' } as const;
export const respond = { method: 'POST', path: 'Response/:id' } as const;
export const responseRequest = { method: 'GET', path: 'Response/Request/:id' } as const;
export const listWarningRequests = { method: 'GET', path: 'Response/Warnings' } as const;
export const getEscalationChain = { method: 'GET', path: 'Response/Escalation' } as const;
export const changeEscalationChain = { method: 'PUT', path: 'Response/Escalation' } as const;
export const getLinkedRequest = { method: 'GET', path: 'public/Response' } as const;
export const respondByLink = { method: 'POST', path: 'public/Response' } as const;
