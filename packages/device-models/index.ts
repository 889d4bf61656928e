export * from './derive.ts';
export * from './frame.ts';
export * from './mapping.ts';
export * from './model.ts';
export * from './roles.ts';
export * from './samples.ts';
export * from './to-info-model.ts';
export * from './topics.ts';
