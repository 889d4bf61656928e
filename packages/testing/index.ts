export { type TestWorld, testWorld } from './test-world.ts';
