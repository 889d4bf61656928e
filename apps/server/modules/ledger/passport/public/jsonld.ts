import { VOCABULARY } from '@voltloop/domain/passport/index.ts';
import type { PublicPassport } from './read.ts';

/**
 * Names of this vocabulary and of those it borrows from. The context is part of the reply: no standard is in force
 * yet, so a reader needs nothing but the reply, which names its version.
 */
const context = {
  '@vocab': `urn:voltloop:passport:${VOCABULARY}:`,
  schema: 'https://schema.org/',
  prov: 'http://www.w3.org/ns/prov#',
  name: 'schema:name',
  unit: 'schema:unitText',
  value: 'schema:value',
  date: 'schema:observationDate',
  source: 'prov:wasDerivedFrom',
  previous: { '@id': 'prov:wasRevisionOf', '@type': '@id' },
  next: { '@id': 'prov:hadRevision', '@type': '@id' },
};

/** A passport as JSON-LD; one that has ended contains only that fact. */
export function passportData({
  url,
  status,
  values,
  before,
  after,
  previousUrl,
  ended,
}: PublicPassport): object {
  const head = { '@context': context, '@id': url, '@type': 'BatteryPassport', vocabulary: VOCABULARY };
  const next = after ? { next: after.url } : {};
  if (ended) return { ...head, ended: status, ...next };
  const previous = [...before.map((each) => each.url), ...(previousUrl ? [previousUrl] : [])];
  return {
    ...head,
    ...next,
    ...(previous.length > 0 ? { previous } : {}),
    attributes: values.flatMap(({ attribute, found }) =>
      found
        ? [
            {
              '@type': 'Attribute',
              code: attribute.code,
              name: attribute.name.en,
              group: attribute.group,
              value: attribute.form === 'number' ? Number(found.value) : found.value,
              ...(attribute.unit ? { unit: attribute.unit } : {}),
              source: { origin: found.origin, ...(found.source ? { name: found.source } : {}) },
              date: found.at,
            },
          ]
        : [],
    ),
  };
}
