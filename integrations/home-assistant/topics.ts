import type { Settings } from './settings.ts';

/** The topics of one bridge. */
export function topicsOf({ baseTopic, discoveryPrefix }: Pick<Settings, 'baseTopic' | 'discoveryPrefix'>) {
  const objects = `${discoveryPrefix}/device/`;
  const own = new RegExp(`^${objects}${baseTopic}_(.+)/config$`);
  return {
    /** Whether the bridge itself is connected; its last will. */
    bridge: `${baseTopic}/bridge/availability`,
    availability: (devid: string) => `${baseTopic}/${devid}/availability`,
    state: (devid: string) => `${baseTopic}/${devid}/state`,
    config: (devid: string) => `${objects}${baseTopic}_${devid}/config`,
    /** Matches the configurations of all bridges. */
    anyConfig: `${objects}+/config`,
    /** The device of a configuration of this bridge. */
    devidOf: (topic: string) => own.exec(topic)?.[1],
  };
}
export type Topics = ReturnType<typeof topicsOf>;
