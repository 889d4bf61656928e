import type { Thing } from '@voltloop/client';
import { type Entity, entities } from './entities.ts';
import type { Settings } from './settings.ts';
import type { Topics } from './topics.ts';

type Named = Pick<Thing, 'devid' | 'devname' | 'devtype'> & {
  status_data: Pick<Thing['status_data'], 'sw_version' | 'hw_version'>;
};

/**
 * The configuration of a battery with all its entities for Home Assistant: one message per device
 * (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
 */
export function discoveryOf(
  thing: Named,
  topics: Topics,
  { baseTopic, language, url }: Pick<Settings, 'baseTopic' | 'language' | 'url'>,
) {
  const { devid } = thing;
  const id = `${baseTopic}_${devid}`;
  const bridge = { topic: topics.bridge };
  return {
    device: {
      identifiers: [id],
      name: thing.devname || devid,
      manufacturer: 'Voltloop',
      model: thing.devtype,
      serial_number: devid,
      ...(thing.status_data.sw_version ? { sw_version: thing.status_data.sw_version } : {}),
      ...(thing.status_data.hw_version ? { hw_version: thing.status_data.hw_version } : {}),
      configuration_url: `${url.replace(/\/+$/, '')}/operationStatuss/thing/${encodeURIComponent(devid)}`,
    },
    origin: { name: 'Voltloop', support_url: url },
    state_topic: topics.state(devid),
    availability: [bridge, { topic: topics.availability(devid) }],
    availability_mode: 'all',
    components: Object.fromEntries(
      entities.map((entity) => [
        entity.field,
        componentOf(entity, `${id}_${entity.field}`, language, bridge),
      ]),
    ),
  };

  function componentOf(entity: Entity, uniqueId: string, words: typeof language, always: typeof bridge) {
    const { platform, field, device_class, unit, state_class, options, precision, attributes } = entity;
    return {
      platform,
      unique_id: uniqueId,
      name: entity.name[words],
      value_template: `{{ value_json.${field} }}`,
      ...(device_class ? { device_class } : {}),
      ...(unit ? { unit_of_measurement: unit } : {}),
      ...(state_class ? { state_class } : {}),
      ...(options ? { options } : {}),
      ...(precision === undefined ? {} : { suggested_display_precision: precision }),
      ...(entity.diagnostic ? { entity_category: 'diagnostic' } : {}),
      ...(entity.always ? { availability: [always] } : {}),
      ...(attributes
        ? {
            json_attributes_topic: topics.state(devid),
            json_attributes_template: `{{ value_json.${attributes} | tojson }}`,
          }
        : {}),
    };
  }
}
