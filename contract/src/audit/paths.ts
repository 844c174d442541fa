export const listAudit = { method: 'GET', path: 'Audit' } as const;
export const checkAudit = { method: 'GET', path: 'Audit/Check' } as const;
export const exportAudit = { method: 'GET', path: 'Audit/Export' } as const;
export const getAuditKey = { method: 'GET', path: 'Audit/Key' } as const;
