import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LogDetail } from '@voltloop/contract/calls/log.ts';
import { causeLabel, type Resource } from '@voltloop/resource-kit';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useMayOpen } from '../../context/may-open.ts';
import listStyles from '../../ui/dialog/drawer-list.module.css';
import { SideDrawer } from '../../ui/dialog/side-drawer.tsx';
import { EmptyState, ErrorState, NO_VALUE, SkeletonPage, useFormat } from '../../ui/index.ts';
import { FieldValue } from './field-value.tsx';
import { linkOf } from './link-of.ts';
import styles from './log.module.css';
import { ObjectTitle } from './object-title.tsx';
import { logRow } from './queries.ts';
import { Result } from './result.tsx';

interface LogDrawerProps {
  seq: number | null;
  onClose: () => void;
  /** Filters the list by one object. */
  onObject: (type: string, id: string) => void;
}

/** Further facts of an entry with a name in the catalogue. */
const NAMED = ['step', 'with', 'door', 'cause', 'reason'];
/** Values of the fact `door`: where the user signed in. */
const DOORS = ['portal', 'admin'];

/** Details of one row: who, what, where from, changes, and its place in the hash chain. */
export function LogDrawer({ seq, onClose, onObject }: LogDrawerProps) {
  const { t } = useTranslation('log');
  const found = useQuery({ ...logRow(seq ?? 0), enabled: seq !== null });
  return (
    <SideDrawer
      opened={seq !== null}
      onClose={onClose}
      title={t('detail.title')}
      closeLabel={t('detail.close')}
      size={540}
      className={listStyles.drawer}
    >
      {found.data ? (
        <Detail {...found.data} onObject={onObject} />
      ) : found.error instanceof ApiError && found.error.status === 404 ? (
        <EmptyState compact title={t('detail.gone')} text={t('detail.goneText')} />
      ) : found.isError ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </SideDrawer>
  );
}

type Changes = Record<string, { from?: unknown; to?: unknown }>;

function Detail({
  row,
  resource,
  onObject,
}: { row: LogDetail; resource: Resource | null } & Pick<LogDrawerProps, 'onObject'>) {
  const { t } = useTranslation('log');
  const format = useFormat();
  const mayOpen = useMayOpen();
  const language = languageOf(format.language);
  const { changes, ...rest } = row.details as { changes?: Changes };
  const link = linkOf(row);
  const { objectType, objectId } = row;
  return (
    <>
      <h2 className={listStyles.title}>{actionLabel(row.action, language)}</h2>
      <dl className={listStyles.facts}>
        <dt>{t('column.time')}</dt>
        <dd>{format.date(row.time, 'dateTimeSeconds')}</dd>
        <dt>{t('column.user')}</dt>
        <dd>{row.user ?? t('nobody')}</dd>
        <dt>{t('column.object')}</dt>
        <dd>
          {objectType === null ? NO_VALUE : objectTypeLabel(objectType, language)}
          {row.title !== null && (
            <>
              {' '}
              <ObjectTitle row={row} />
            </>
          )}
          {objectId !== null && (
            <>
              {' '}
              <code className={styles.code}>{objectId}</code>
            </>
          )}
        </dd>
        <dt>{t('column.ip')}</dt>
        <dd>{row.ip ?? NO_VALUE}</dd>
        <dt>{t('column.result')}</dt>
        <dd>
          <Result result={row.result} />
        </dd>
        <dt>{t('detail.code')}</dt>
        <dd>
          <code className={styles.code}>{row.action}</code>
        </dd>
      </dl>
      {(objectId !== null || link !== null) && (
        <div className={listStyles.buttons}>
          {link !== null && mayOpen(link) && (
            <Button component={Link} to={link} variant="default" size="xs">
              {t('detail.open')}
            </Button>
          )}
          {objectType !== null && objectId !== null && (
            <Button variant="subtle" size="xs" onClick={() => onObject(objectType, objectId)}>
              {t('detail.sameObject')}
            </Button>
          )}
        </div>
      )}

      {changes && Object.keys(changes).length > 0 && (
        <section className={listStyles.part}>
          <h3>{t('detail.changes')}</h3>
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{t('detail.field')}</th>
                <th scope="col">{t('detail.before')}</th>
                <th scope="col">{t('detail.after')}</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(changes).map(([name, { from, to }]) => (
                <tr key={name}>
                  <th scope="row">{resource?.fields[name]?.label[language] ?? name}</th>
                  <td>
                    <FieldValue value={from} field={resource?.fields[name]} titles={row.titles} />
                  </td>
                  <td>
                    <FieldValue value={to} field={resource?.fields[name]} titles={row.titles} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {Object.keys(rest).length > 0 && (
        <section className={listStyles.part}>
          <h3>{t('detail.more')}</h3>
          <dl className={listStyles.facts}>
            {Object.entries(rest).map(([name, value]) => (
              <div key={name} className={listStyles.fact}>
                <dt>{NAMED.includes(name) ? t(`detail.${name}`) : <code>{name}</code>}</dt>
                <dd>
                  {(name === 'step' && resource?.life?.steps[String(value)]?.label[language]) ||
                    (name === 'cause' && causeLabel(String(value), language)) ||
                    (name === 'with' && row.titles[String(value)]) ||
                    (name === 'door' && DOORS.includes(String(value)) && t(`door.${String(value)}`)) || (
                      <FieldValue value={value} field={undefined} titles={{}} />
                    )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className={listStyles.part}>
        <h3>{t('detail.chain')}</h3>
        <dl className={listStyles.facts}>
          <dt>{t('column.seq')}</dt>
          <dd>{format.number(row.seq)}</dd>
          <dt>{t('detail.hash')}</dt>
          <dd>
            <code className={listStyles.hash}>{row.hash}</code>
          </dd>
          <dt>{t('detail.previous')}</dt>
          <dd>
            <code className={listStyles.hash}>{row.previousHash ?? NO_VALUE}</code>
          </dd>
        </dl>
      </section>
    </>
  );
}
