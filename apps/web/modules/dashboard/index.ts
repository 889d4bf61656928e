export { Clock } from './clock.tsx';
export { useFullScreen } from './use-full-screen.ts';
