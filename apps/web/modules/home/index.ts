export { FleetMap } from './fleet-map.tsx';
export { patchPositions } from './patch-positions.ts';
