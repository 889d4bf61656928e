import { config } from 'zod/v4/core';
import { issueKey } from './issue-key.ts';

// Zod would compile its checks with `new Function`, which the content security policy blocks, and each attempt is
// reported as a violation. Schemas decide at creation: vite.config.ts aliases 'zod' to this file, so that it always runs
// before a schema is created.
config({ jitless: true, customError: issueKey });

export * from 'zod/v4';
