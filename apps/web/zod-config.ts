import { config } from 'zod/v4/core';

// Zod would compile its checks with `new Function`, which the content security policy refuses, and each attempt is
// reported as a violation. Schemas decide when they are made, so this comes before the contract.
config({ jitless: true });
