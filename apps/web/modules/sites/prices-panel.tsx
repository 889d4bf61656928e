import { Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchSitePrices, MAX_PRICE_FILE, putSitePrices } from '@voltloop/contract/calls/site-tariffs.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { ErrorState, ErrorWords, SkeletonLine, useFormat } from '../../ui/index.ts';
import { hourlyPrices, type PricedSite } from './cost-queries.ts';
import styles from './sites.module.css';

/** Hours and quarter-hours with prices, the result of the last fetch, and the upload of a price file. */
export function PricesPanel({ site }: { site: PricedSite }) {
  const { t } = useTranslation(['sites', 'fields']);
  const { number, date } = useFormat();
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  const [busy, setBusy] = useState<'fetch' | 'file' | null>(null);
  const [problem, setProblem] = useState('');
  const known = useQuery(hourlyPrices(tenantId, site.id));
  const params = { tenantId, id: site.id };

  const act = async (which: 'fetch' | 'file', send: () => Promise<unknown>) => {
    setBusy(which);
    setProblem('');
    try {
      await send();
      await client.invalidateQueries({ queryKey: ['sites'] });
    } catch (error) {
      const [field] = error instanceof ApiError ? error.fields : [];
      const line = /^(?:body\.)?text\.(\d+)$/.exec(field?.path ?? '')?.[1];
      setProblem(line ? `${t('tariff.line', { line })} ${describe(error)}` : describe(error));
    } finally {
      setBusy(null);
    }
  };
  const upload = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_PRICE_FILE) return setProblem(t('tariff.fileTooLarge'));
    const text = await file.text();
    await act('file', () => call(putSitePrices, { params, body: { text } }));
  };
  if (known.error) return <ErrorState compact error={known.error} onRetry={() => void known.refetch()} />;
  if (!known.data) return <SkeletonLine width={240} />;
  const { hours, quarters, from, until, feed } = known.data;
  const when = (time: number) => date(time, 'dateTime', site.time_zone);
  return (
    <section className={styles.prices} aria-label={t('tariff.hourly')}>
      <div>
        <p>
          {hours > 0 && from !== null && until !== null
            ? t('tariff.hoursKnown', {
                n: number(hours, hours % 1 === 0 ? 0 : 2),
                count: hours,
                from: when(from),
                until: when(until),
              })
            : t('tariff.hoursNone')}
          {quarters > 0 && ` ${t('tariff.quartersKnown', { n: number(quarters), count: quarters })}`}
        </p>
        {feed && (
          <p className={styles.hint}>
            {feed.ok_at === null ? t('tariff.neverFetched') : t('tariff.fetched', { at: when(feed.ok_at) })}{' '}
            {t('tariff.nextFetch', { at: when(feed.next_at) })}
          </p>
        )}
        {feed?.error && (
          <p role="alert">
            {t(`tariff.feedError.${feed.error.code}`, {
              status: feed.error.status,
              line: feed.error.line,
              reason: t(`tariff.file.${feed.error.key}`, { ns: 'fields' }),
            })}
          </p>
        )}
        {problem && <p role="alert">{problem}</p>}
        <p className={styles.hint}>{t('tariff.fileHint')}</p>
      </div>
      <span className={styles.buttons}>
        {feed && (
          <Button
            size="xs"
            variant="default"
            loading={busy === 'fetch'}
            onClick={() => void act('fetch', () => call(fetchSitePrices, { params }))}
          >
            {t('tariff.fetchNow')}
          </Button>
        )}
        <FileButton accept=".csv,.txt,.json,text/csv" onChange={(file) => void upload(file)}>
          {(props) => (
            <Button size="xs" variant="default" loading={busy === 'file'} {...props}>
              {t('tariff.upload')}
            </Button>
          )}
        </FileButton>
      </span>
    </section>
  );
}
