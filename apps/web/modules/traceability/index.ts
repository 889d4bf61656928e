export { tracePath } from './paths.ts';
export { traceAction } from './trace-action.ts';
