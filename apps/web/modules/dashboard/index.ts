export { Clock } from './clock.tsx';
