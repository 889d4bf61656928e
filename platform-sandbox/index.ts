export type { Fault, FaultKind } from './faults.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
