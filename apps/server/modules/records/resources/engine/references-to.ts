import type { Resource } from '@voltloop/resource-kit';
import type { Registry } from './columns.ts';

/** A field of a resource, or of one of its lines, that refers to other rows. */
export interface ReferringField {
  from: Resource;
  at: { field: string; inLine?: string };
}

/** Every field of every resource that refers to rows of this one and prevents their deletion. */
export function referencesTo(registry: Registry, resource: Resource): ReferringField[] {
  return [...registry.values()].flatMap((from) =>
    Object.entries(from.fields).flatMap(([field, declared]): ReferringField[] => {
      if (declared.kind === 'reference')
        return declared.to === resource.name && !declared.follows ? [{ from, at: { field } }] : [];
      if (declared.kind !== 'lines') return [];
      return Object.entries(declared.of)
        .filter(([, inner]) => inner.kind === 'reference' && inner.to === resource.name)
        .map(([inLine]) => ({ from, at: { field, inLine } }));
    }),
  );
}
