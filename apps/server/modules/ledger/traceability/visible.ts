import { type Life, rights, type StockPlace } from '@voltloop/contract';
import { rightOf } from '@voltloop/resource-kit';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import type { Ctx } from '../../../platform/ctx.ts';

/** Whether a caller may see records of a kind, by its menu entry. */
export type May = (kind: string) => boolean;

export function mayOf({ caller }: Pick<Ctx, 'caller'>): May {
  const has = (right: number) => caller.rights.has(right);
  return (kind) => {
    if (kind === 'lot') return has(rights.stock.see) || has(rights.batteries);
    if (kind === 'battery') return has(rights.batteries) || has(rights.stock.see);
    if (kind === 'report') return has(rights.reporting.see);
    const known = (names as Readonly<Record<string, ResourceName>>)[kind];
    return known !== undefined && has(rightOf(known));
  };
}

/** Pure: a life without the names and numbers of records that the caller may not see. The events remain. */
export function visible(life: Life, may: May): Life {
  const items = (given: Life['events'][number]['items']) => given.filter(({ kind }) => may(kind));
  const record = <R extends { kind: string }>(given: R | null) => (given && may(given.kind) ? given : null);
  return {
    ...life,
    now: life.now.map((each) => ({ ...each, place: visiblePlace(each.place, may, may('issue')) })),
    inside: record(life.inside && { ...life.inside }),
    events: life.events.map((event) => {
      const shown = record(event.record);
      const party = shown !== null;
      return {
        ...event,
        record: shown,
        hidden: event.record !== null && shown === null,
        items: items(event.items),
        from: event.from && visiblePlace(event.from, may, party),
        to: event.to && visiblePlace(event.to, may, party),
        order: record(event.order),
        test: event.test && may('testReport') ? event.test : null,
        reports: may('report') ? event.reports : [],
      };
    }),
    nodes: life.nodes.map((node) => {
      const hidden = node.record !== null && !may(node.record.kind);
      return hidden ? { ...node, title: '', record: null } : node;
    }),
    links: life.links.map((link) => ({ ...link, document: record(link.document) })),
    gaps: life.gaps
      .filter(({ key }) => key !== 'reportOverdue' || may('report'))
      .map((gap) => ({ ...gap, item: record(gap.item), record: record(gap.record) })),
  };
}

/** @param party whether the caller sees the document, which names its party */
function visiblePlace(place: StockPlace, may: May, party: boolean): StockPlace {
  const needed = { outside: 'customer', inside: 'battery', vehicle: 'vehicle' }[place.kind];
  return needed === undefined || may(needed) || (place.kind === 'outside' && party)
    ? place
    : { ...place, name: null };
}
