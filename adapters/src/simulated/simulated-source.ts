/** Every feed of the simulated weather names this source. */
export const simulatedSource = { vendor: 'simulated', attribution: 'Simulated weather' } as const;
