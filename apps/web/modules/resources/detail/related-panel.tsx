import { useQuery } from '@tanstack/react-query';
import { type Field, fieldOf, type Related, type Resource, rightOf } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, EmptyState } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { FIRST_PAGE } from '../../../ui/table/page-numbers.ts';
import { Pager } from '../../../ui/table/pager.tsx';
import { localized } from '../fields.ts';
import { inSentence } from '../in-sentence.ts';
import { relatedPath } from '../list/list-url.ts';
import { load, rowPath } from '../loaded.ts';
import { relatedRows } from '../queries.ts';
import valueStyles from '../value.module.css';
import { Value } from '../value.tsx';
import type { Panel, Row } from '../views.ts';
import styles from './detail.module.css';

/** Maximum of columns besides the name; the resource's own list shows the others. */
const COLUMNS = 6;

/** A tab for each related list of the declaration whose resource is in this console. */
export function relatedPanels(resource: Resource): Panel[] {
  return (resource.related ?? []).flatMap((related): Panel[] => {
    const entry = registry[related.resource];
    if (!entry) return [];
    return [
      {
        id: relatedId(related),
        title: related.title ?? entry.many,
        right: rightOf(entry),
        Panel: panelOf(related),
      },
    ];
  });
}

/** Id of a related list in the URL: `?tab=battery-storeId`. */
export const relatedId = ({ resource, by }: Related): string => `${resource}-${by}`;

const panels = new Map<string, Panel['Panel']>();

/** Cached, because a new component type at each render would lose its page. */
function panelOf(related: Related): Panel['Panel'] {
  const key = `${related.resource} ${related.by}`;
  const known = panels.get(key);
  if (known) return known;
  const made: Panel['Panel'] = ({ row }) => <RelatedPanel related={related} row={row} />;
  panels.set(key, made);
  return made;
}

/** The rows of another resource that refer to a row, paged. */
function RelatedPanel({ related: { resource: name, by, title }, row }: { related: Related; row: Row }) {
  const { t, i18n } = useTranslation('backoffice');
  const loaded = use(load(name));
  const { resource, views } = loaded;
  const [page, setPage] = useState<{ page: number; size: number }>(FIRST_PAGE);
  const found = useQuery(relatedRows(loaded, by, row.id, page));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { list, total } = found.data;
  if (total === 0)
    return (
      <EmptyState
        title={t('related.none', { what: inSentence(localized(title ?? resource.many, i18n.language)) })}
      />
    );
  const columns = [resource.title, ...resource.list.columns]
    .filter((column, at, all) => column !== by && all.indexOf(column) === at)
    .slice(0, COLUMNS + 1)
    .map((column) => ({ column, field: fieldOf(resource, column) as Field }));
  const isNumber = ({ kind }: Field) => kind === 'decimal' || kind === 'integer' || undefined;
  return (
    <Card>
      <div className={styles.scroll}>
        <table className={`${styles.lines} ${styles.stacked}`}>
          <thead>
            <tr>
              {columns.map(({ column, field }) => (
                <th key={column} scope="col" data-number={isNumber(field)}>
                  {localized(field.label, i18n.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((each) => (
              <tr key={each.id}>
                {columns.map(({ column, field }) => {
                  const Cell = views.cells?.[column];
                  return (
                    <td
                      key={column}
                      data-number={isNumber(field)}
                      data-title={column === resource.title || undefined}
                      data-label={localized(field.label, i18n.language)}
                    >
                      {column === resource.title ? (
                        <Link to={rowPath(name, each.id)} className={valueStyles.link}>
                          {String(
                            each[column] ??
                              t('value.unnamed', { what: localized(resource.one, i18n.language) }),
                          )}
                        </Link>
                      ) : Cell ? (
                        <Cell row={each} name={column} field={field} at="detail" />
                      ) : (
                        <Value row={each} name={column} field={field} at="detail" resource={resource} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.relatedFoot}>
        <Link to={relatedPath(name, by, row.id)} className={valueStyles.link}>
          {t('related.all')}
        </Link>
        <Pager total={total} {...page} onChange={setPage} autoScroll={false} />
      </div>
    </Card>
  );
}
