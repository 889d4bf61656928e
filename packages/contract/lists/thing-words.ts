import { type WordsByValue, words } from './define-list.ts';

/** By device status (interpretation B08), most requested first. */
export const thingStateWords = {
  1: words('Online', '在线'),
  2: words('Fault', '故障'),
  0: words('Offline', '离线'),
  3: words('Upgrading', '升级中'),
  4: words('Not activated', '未激活'),
} satisfies WordsByValue;
