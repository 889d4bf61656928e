/** All settings of HE_BAT, in form order. */
import { emsSettings } from './settings-ems.ts';
import { packSettings } from './settings-pack.ts';
import { protectionSettings } from './settings-protection.ts';
import { touSettings } from './settings-tou.ts';

export const settings = [...emsSettings, ...touSettings, ...protectionSettings, ...packSettings];
