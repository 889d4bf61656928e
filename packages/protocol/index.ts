/** The device side: topics, payloads and the information models. */
export * from './info-model.ts';
export * from './payloads.ts';
export * from './topics.ts';
