/** HE_BAT, the home battery: the dictionary of its points, settings and fault bits. */
import type { InfoModel } from '../info-model.ts';
import { faults } from './faults.ts';
import { emsPoints } from './points-ems.ts';
import { masterPoints } from './points-master.ts';
import { packPoints } from './points-pack.ts';
import { settings } from './settings.ts';

export { canonicalKey, pointAliases } from './aliases.ts';
export { type AttributeDefinition, attributes } from './attributes.ts';
export { groupLabels } from './groups.ts';

export const HE_BAT: InfoModel = {
  id: 'HE_BAT',
  version: 1,
  label: { en: 'Home battery', zh: '家用电池' },
  // It reports every minute.
  offlineAfter_s: 300,
  // Tables, pickers and legends show the points in this order.
  points: [...masterPoints, ...packPoints, ...emsPoints],
  settings,
  faults,
};
