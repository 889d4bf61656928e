import { config } from 'zod/v4/core';

// Zod would compile its checks with `new Function`, which the content security policy refuses, and each attempt is
// reported as a violation. Schemas decide when they are made: vite.config.ts puts this in the place of 'zod', so that
// whatever brings a schema brings this before it.
config({ jitless: true });

export * from 'zod/v4';
