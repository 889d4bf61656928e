export { FirstSteps } from './first-steps.tsx';
export { NoDevices } from './lazy-no-devices.tsx';
