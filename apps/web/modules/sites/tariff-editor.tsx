import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { putSiteTariff, type SiteTariff } from '@voltloop/contract/calls/site-tariffs.ts';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { ErrorWords, Failure, useFormat } from '../../ui/index.ts';
import type { PricedSite, TariffProposal } from './cost-queries.ts';
import { SeasonsEditor } from './seasons-editor.tsx';
import styles from './sites.module.css';
import {
  contentOf,
  draftOf,
  emptyDraft,
  MAX_RATES,
  type TariffDraft,
  withoutLastRate,
} from './tariff-form.ts';

interface TariffEditorProps {
  site: PricedSite;
  /** The tariff to edit; null for a new one. */
  tariff: SiteTariff | null;
  /** What a new tariff begins with. */
  proposal: TariffProposal;
  onCancel: () => void;
  onSaved: () => Promise<void>;
}

/**
 * Edits a tariff: flat, by rates for the hours of workdays and weekends in each season, or by a price for each
 * hour.
 */
export function TariffEditor({ site, tariff, proposal, onCancel, onSaved }: TariffEditorProps) {
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const { date, language } = useFormat();
  const describe = useContext(ErrorWords);
  const fieldWords = useFieldWords();
  const names = [t('tariff.rate1'), t('tariff.rate2')] as const;
  const [from, setFrom] = useState(tariff?.from ?? isoDay(Date.now(), site.time_zone));
  const [draft, setDraft] = useState<TariffDraft>(() =>
    tariff ? draftOf(tariff.content, names) : emptyDraft(names, proposal.currency ?? ''),
  );
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} – ${names.of(code)}`,
    }));
  }, [language]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  /** Errors of the server, by the path of their field. */
  const [wrong, setWrong] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const set = (change: Partial<TariffDraft>) => setDraft({ ...draft, ...change });
  const setRate = (index: number, change: Partial<TariffDraft['rates'][number]>) =>
    set({ rates: draft.rates.map((rate, i) => (i === index ? { ...rate, ...change } : rate)) });
  const first_day = tariff === null ? proposal.first_day : null;
  const save = async () => {
    setBusy(true);
    setError('');
    setWrong(new Map());
    try {
      await call(putSiteTariff, { params: { tenantId, id: site.id, from }, body: contentOf(draft) });
      await onSaved();
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : [];
      const shown = fields.filter(({ path }) => !path.startsWith('seasons'));
      setWrong(new Map(shown.map(({ path, key, message }) => [path, fieldWords({ type: key, message })])));
      if (shown.length === 0) setError(describe(failure));
    } finally {
      setBusy(false);
    }
  };
  const price = (path: string, label: string, value: string, onChange: (value: string) => void) => (
    <TextInput
      label={label}
      value={value}
      error={wrong.get(path)}
      inputMode="decimal"
      autoComplete="off"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <div className={styles.fields}>
        <div>
          <DayInput
            label={t('tariff.from')}
            value={from}
            onChange={setFrom}
            disabled={tariff !== null}
            required
          />
          {first_day !== null && first_day < from && (
            <Button size="compact-xs" variant="subtle" mt={4} onClick={() => setFrom(first_day)}>
              {t('tariff.fromFirst', { day: date(Date.parse(first_day), 'date', 'UTC') })}
            </Button>
          )}
        </div>
        <Select
          label={t('tariff.currency')}
          value={draft.currency || null}
          error={wrong.get('currency')}
          data={currencies}
          searchable
          limit={50}
          allowDeselect={false}
          required
          onChange={(currency) => set({ currency: currency ?? '' })}
        />
      </div>
      <SegmentedControl
        aria-label={t('tariff.kindLabel')}
        value={draft.kind}
        onChange={(kind) => set({ kind: kind as TariffDraft['kind'] })}
        data={(['flat', 'tou', 'dynamic'] as const).map((kind) => ({
          value: kind,
          label: t(`tariff.kind.${kind}`),
        }))}
      />
      {draft.kind === 'flat' &&
        price('import_price', t('tariff.import'), draft.importPrice, (importPrice) => set({ importPrice }))}
      {draft.kind === 'tou' && (
        <>
          {draft.rates.map((rate, i) => (
            <div key={i} className={styles.fields}>
              <TextInput
                label={t('tariff.rateName', { n: i + 1 })}
                value={rate.name}
                error={wrong.get(`rates.${i}.name`)}
                maxLength={30}
                required
                onChange={(event) => setRate(i, { name: event.currentTarget.value })}
              />
              {price(`rates.${i}.price`, t('tariff.ratePrice', { name: rate.name }), rate.price, (value) =>
                setRate(i, { price: value }),
              )}
            </div>
          ))}
          {draft.kept ? (
            <Text size="sm">{t('tariff.kept')}</Text>
          ) : (
            <>
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  disabled={draft.rates.length >= MAX_RATES}
                  onClick={() =>
                    set({
                      rates: [
                        ...draft.rates,
                        { name: t('tariff.rateN', { n: draft.rates.length + 1 }), price: '' },
                      ],
                    })
                  }
                >
                  {t('tariff.addRate')}
                </Button>
                {draft.rates.length > 1 && (
                  <Button size="xs" variant="default" onClick={() => set(withoutLastRate(draft))}>
                    {t('tariff.removeRate')}
                  </Button>
                )}
              </Group>
              <SeasonsEditor
                rates={draft.rates.map(({ name }) => name)}
                seasons={draft.seasons}
                onChange={(seasons) => set({ seasons })}
              />
            </>
          )}
        </>
      )}
      {draft.kind === 'dynamic' && (
        <>
          <Text size="sm">{t('tariff.dynamicHint')}</Text>
          {price('surcharge', t('tariff.surcharge'), draft.surcharge, (surcharge) => set({ surcharge }))}
          <TextInput
            label={t('tariff.source')}
            description={t('tariff.sourceHint')}
            type="url"
            value={draft.sourceUrl}
            error={wrong.get('source_url')}
            maxLength={500}
            onChange={(event) => set({ sourceUrl: event.currentTarget.value })}
          />
        </>
      )}
      <div className={styles.fields}>
        {price('feed_in_price', t('tariff.feedIn'), draft.feedIn, (feedIn) => set({ feedIn }))}
        {price('standing_charge', t('tariff.standing'), draft.standing, (standing) => set({ standing }))}
      </div>
      <Failure text={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('form.save')}
        </Button>
      </Group>
    </form>
  );
}
