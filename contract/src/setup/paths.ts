export const checkSetupCode = { method: 'POST', path: 'Setup/Code' } as const;
export const setUp = { method: 'POST', path: 'Setup' } as const;
export const sendTestMail = { method: 'POST', path: 'Setup/TestMail' } as const;
