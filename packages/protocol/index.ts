/** The device interface: topics, payloads and the information models. */
export * from './firmware.ts';
export * from './he-bat/index.ts';
export * from './info-model.ts';
export * from './payloads.ts';
export * from './topics.ts';
