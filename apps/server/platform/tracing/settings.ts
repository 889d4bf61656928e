/** Destination and selection of spans; null in the settings where tracing is off. */
export interface TracingSettings {
  /** Address that accepts spans as OTLP over HTTP, in JSON. */
  url: string;
  headers: Record<string, string>;
  timeout_ms: number;
  service: string;
  resource: Record<string, string>;
  sampler: SamplerName;
  /** Share of the traces to keep, for the samplers by ratio. */
  ratio: number;
}

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplerNames)[number];

/**
 * Reads `key=value,key2=value2`, the form of OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_HEADERS; values are
 * percent-encoded. Null for a text in another form.
 */
export function readPairs(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=');
    const key = part.slice(0, at).trim();
    if (at < 1 || key === '') return null;
    try {
      pairs[key] = decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return pairs;
}
