/** The wire of Voltloop: every call with its types, written once. */
export * from './calls/accounts.ts';
export * from './calls/areas.ts';
export * from './calls/commands.ts';
export * from './calls/dashboard.ts';
export * from './calls/events.ts';
export * from './calls/files.ts';
export * from './calls/firmware.ts';
export * from './calls/preferences.ts';
export * from './calls/rules.ts';
export * from './calls/self.ts';
export * from './calls/telemetry.ts';
export * from './calls/things.ts';
export * from './calls/users.ts';
export * from './envelope.ts';
export * from './firmware-states.ts';
export * from './roles.ts';
export * from './route.ts';
