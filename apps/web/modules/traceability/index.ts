export { bundle } from './graph/bundle.ts';
export { tracePath } from './paths.ts';
export { traceAction } from './trace-action.ts';
