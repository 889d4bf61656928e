import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DeadlineRule,
  deleteDeadlineRule,
  saveDeadlineRule,
} from '@voltloop/contract/calls/reporting.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel, optionLists } from '@voltloop/domain/options/index.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useRight } from '../../context/rights.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { Card, Dialog, ErrorState, ErrorWords, Failure, SkeletonRows } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { useListLanguage } from './badges.tsx';
import { allRules, REPORTS } from './queries.ts';
import styles from './reporting.module.css';

/** The deadlines of reports: dated rules with their clauses, and the tenant's own rules that override them. */
export function RulesCard() {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const client = useQueryClient();
  const found = useQuery(allRules);
  const mayChange = useRight(rights.reporting.configure);
  const [adding, setAdding] = useState(false);
  const remove = async (id: string) => {
    try {
      await call(deleteDeadlineRule, { query: { id } });
    } catch (error) {
      notifyError(error);
    }
    void client.invalidateQueries({ queryKey: REPORTS });
  };
  const label = ({ days, unit }: DeadlineRule) => t(`rules.days.${unit}`, { count: days });
  return (
    <Card
      title={t('rules.title')}
      description={t('rules.text')}
      tools={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t('rules.add')}
          </Button>
        )
      }
    >
      {found.error && !found.data && (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <SkeletonRows rows={4} />}
      {found.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
        // biome-ignore lint/a11y/useSemanticElements: the region around it has the same name already
        <div className={styles.scroll} role="group" aria-label={t('rules.title')} tabIndex={0}>
          <table className={styles.rules}>
            <thead>
              <tr>
                {(['type', 'firstDay', 'kind', 'event', 'days', 'clause'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`rules.column.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.data.map((rule) => (
                <tr key={rule.id}>
                  <td>{optionLabel('reportedType', rule.type, of)}</td>
                  <td>{rule.firstDay}</td>
                  <td>
                    {rule.enterpriseKind === null
                      ? t('rules.everyKind')
                      : optionLabel('enterpriseKind', rule.enterpriseKind, of)}
                  </td>
                  <td>{t(`event.${rule.event}`)}</td>
                  <td>{label(rule)}</td>
                  <td>
                    {rule.clause}
                    {rule.own && mayChange && (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        ml="xs"
                        aria-label={t('rules.removeOf', { type: optionLabel('reportedType', rule.type, of) })}
                        onClick={() => void remove(rule.id)}
                      >
                        {t('rules.remove')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {adding && <RuleDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function RuleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['reporting', 'ui']);
  const of = useListLanguage();
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const [rule, setRule] = useState({
    type: '8',
    enterpriseKind: '',
    firstDay: '',
    event: 'document' as DeadlineRule['event'],
    days: 30 as number | string,
    unit: 'calendar' as DeadlineRule['unit'],
    clause: '',
  });
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const put = (next: Partial<typeof rule>) => setRule((now) => ({ ...now, ...next }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure('');
    try {
      await call(saveDeadlineRule, {
        body: {
          ...rule,
          type: Number(rule.type),
          enterpriseKind: rule.enterpriseKind === '' ? null : Number(rule.enterpriseKind),
          days: Number(rule.days),
        },
      });
      await client.invalidateQueries({ queryKey: REPORTS });
      onClose();
    } catch (error) {
      setFailure(words(error));
    } finally {
      setBusy(false);
    }
  };
  const options = (list: 'reportedType' | 'enterpriseKind') =>
    optionLists[list].options.map((each) => ({ value: String(each.value), label: each[of] }));
  return (
    <Dialog opened onClose={onClose} closable={!busy} title={t('rules.add')}>
      <form onSubmit={(event) => void save(event)} className={styles.form}>
        <NativeSelect
          label={t('rules.column.type')}
          value={rule.type}
          data={options('reportedType')}
          onChange={(event) => put({ type: event.currentTarget.value })}
          data-autofocus
        />
        <NativeSelect
          label={t('rules.column.kind')}
          value={rule.enterpriseKind}
          data={[{ value: '', label: t('rules.everyKind') }, ...options('enterpriseKind')]}
          onChange={(event) => put({ enterpriseKind: event.currentTarget.value })}
        />
        <DayInput
          label={t('rules.column.firstDay')}
          required
          value={rule.firstDay}
          onChange={(firstDay) => put({ firstDay })}
        />
        <NativeSelect
          label={t('rules.column.event')}
          value={rule.event}
          data={(['document', 'certificate', 'handover'] as const).map((value) => ({
            value,
            label: t(`event.${value}`),
          }))}
          onChange={(event) => put({ event: event.currentTarget.value as DeadlineRule['event'] })}
        />
        <Group grow>
          <DecimalInput
            label={t('rules.column.days')}
            required
            step={1}
            min={0}
            max={366}
            value={rule.days}
            onChange={(days) => put({ days })}
          />
          <NativeSelect
            label={t('rules.unit')}
            value={rule.unit}
            data={(['calendar', 'working'] as const).map((value) => ({
              value,
              label: t(`rules.units.${value}`),
            }))}
            onChange={(event) => put({ unit: event.currentTarget.value as DeadlineRule['unit'] })}
          />
        </Group>
        <TextInput
          label={t('rules.column.clause')}
          required
          maxLength={200}
          value={rule.clause}
          onChange={(event) => put({ clause: event.currentTarget.value })}
        />
        <Failure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={rule.firstDay === '' || rule.days === '' || rule.clause.trim() === ''}
          >
            {t('config.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
