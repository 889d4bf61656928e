import { z } from 'zod';

/**
 * Schema of a device discovery message, for the platforms used here and with unabbreviated names:
 * https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload, sensor.mqtt and binary_sensor.mqtt, and the
 * schemas of its MQTT integration. Unknown fields are refused, as in Home Assistant.
 */
const topic = z.string().regex(/^[^#+]+$/);
const template = z.string().regex(/^\{\{ value_json\.\w+( \| tojson)? \}\}$/);
const availability = z.array(
  z.strictObject({
    topic,
    payload_available: z.string().optional(),
    payload_not_available: z.string().optional(),
    value_template: template.optional(),
  }),
);

const shared = {
  unique_id: z.string().min(1),
  name: z.string().min(1),
  value_template: template,
  availability: availability.optional(),
  entity_category: z.enum(['diagnostic', 'config']).optional(),
  json_attributes_topic: topic.optional(),
  json_attributes_template: template.optional(),
};

/** Units of each device class of sensors, and its allowed state classes. */
const classes: Record<string, { units: (string | undefined)[]; states: (string | undefined)[] }> = {
  battery: { units: ['%'], states: ['measurement'] },
  power: { units: ['mW', 'W', 'kW', 'MW'], states: ['measurement'] },
  energy: { units: ['Wh', 'kWh', 'MWh'], states: ['total', 'total_increasing'] },
  energy_storage: { units: ['Wh', 'kWh', 'MWh'], states: ['measurement'] },
  enum: { units: [undefined], states: [undefined] },
  timestamp: { units: [undefined], states: [undefined] },
};

const sensor = z
  .strictObject({
    ...shared,
    platform: z.literal('sensor'),
    device_class: z.enum(Object.keys(classes)).optional(),
    unit_of_measurement: z.string().optional(),
    state_class: z.enum(['measurement', 'total', 'total_increasing']).optional(),
    options: z.array(z.string()).min(1).optional(),
    suggested_display_precision: z.number().int().nonnegative().optional(),
  })
  .refine(({ device_class, unit_of_measurement: unit, state_class }) => {
    const known = device_class === undefined ? undefined : classes[device_class];
    return !known || (known.units.includes(unit) && known.states.includes(state_class));
  }, 'unit and state class fit the device class')
  .refine(
    ({ device_class, options }) => (device_class === 'enum') === (options !== undefined),
    'options are those of an enum',
  );

const binarySensor = z.strictObject({
  ...shared,
  platform: z.literal('binary_sensor'),
  device_class: z.enum(['connectivity', 'problem']).optional(),
  payload_on: z.string().optional(),
  payload_off: z.string().optional(),
});

export const discoverySchema = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string().min(1)).min(1),
    name: z.string().min(1),
    manufacturer: z.string().optional(),
    model: z.string().optional(),
    serial_number: z.string().optional(),
    sw_version: z.string().optional(),
    hw_version: z.string().optional(),
    configuration_url: z.url({ protocol: /^https?$/ }).optional(),
  }),
  origin: z.strictObject({
    name: z.string().min(1),
    sw_version: z.string().optional(),
    support_url: z.url().optional(),
  }),
  state_topic: topic,
  availability,
  availability_mode: z.enum(['all', 'any', 'latest']),
  components: z.record(z.string().min(1), z.discriminatedUnion('platform', [sensor, binarySensor])),
});

/** `<prefix>/device/<object id>/config`; other characters are refused. */
export const discoveryTopic = /^[\w-]+\/device\/[a-zA-Z0-9_-]+\/config$/;
