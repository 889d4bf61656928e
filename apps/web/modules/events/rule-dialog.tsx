import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EventRule,
  insertRule,
  type RuleBody,
  ruleBody,
  updateRule,
} from '@voltloop/contract/calls/rules.ts';
import { comparators, comparisons } from '@voltloop/contract/comparators.ts';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { FieldRow, NumberField, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AccountPicker, type PickedAccount } from '../accounts/index.ts';
import { type Dictionary, useDictionary } from '../telemetry/index.ts';
import { EVENTS, rulePreview } from './queries.ts';
import styles from './rule-dialog.module.css';
import { useEventTexts } from './use-event-texts.ts';

/** The shape of the form: choices are texts, and the account is picked separately. */
const schema = ruleBody
  .omit({ account_id: true })
  .extend({ level: z.enum(['1', '2', '3']).transform(Number) })
  .refine((rule) => Boolean(rule.name_en || rule.name_zh), {
    path: ['name_en'],
    message: 'rule.name',
    // Runs together with the other checks, not only after they pass.
    when: () => true,
  });
type Values = z.input<typeof schema>;
const levelNames = { '1': 'notice', '2': 'warning', '3': 'fault' } as const;

interface RuleDialogProps {
  rule: EventRule | 'new' | null;
  onClose: () => void;
  onDelete: (rule: EventRule) => void;
}

/** The editor of a rule, with a summary sentence and the number of devices it would match now. */
export function RuleDialog({ rule, onClose, onDelete }: RuleDialogProps) {
  const { t } = useTranslation('events');
  return (
    <Dialog
      opened={rule !== null}
      onClose={onClose}
      title={t(rule === 'new' ? 'rule.newTitle' : 'rule.editTitle')}
      size="lg"
    >
      {rule !== null && <Editor rule={rule === 'new' ? null : rule} onClose={onClose} onDelete={onDelete} />}
    </Dialog>
  );
}

function Editor({
  rule,
  onClose,
  onDelete,
}: Pick<RuleDialogProps, 'onClose' | 'onDelete'> & { rule: EventRule | null }) {
  const { t } = useTranslation(['events', 'things']);
  const { language, number } = useFormat();
  const zh = languageOf(language) === 'zh';
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const login = useSession((session) => session.login);
  const dictionary = useDictionary('HE_BAT');
  const [account, setAccount] = useState<PickedAccount[]>(() => [
    rule
      ? { id: rule.account_id, name: rule.account_name, user_name: rule.account_name, kind: 'main' }
      : {
          id: login?.user_id ?? '',
          name: login?.name || login?.user_name || '',
          user_name: login?.user_name ?? '',
          kind: (login?.kind ?? 'main') as PickedAccount['kind'],
        },
  ]);
  const points = useMemo(() => pointChoices(dictionary, zh ? 'zh' : 'en'), [dictionary, zh]);
  const initial: Partial<Values> = rule
    ? {
        ...namesOf(rule.name, zh),
        point: rule.point,
        comparison: rule.comparison,
        threshold: rule.threshold,
        hysteresis: rule.hysteresis,
        delay_s: rule.delay_s,
        clear_delay_s: rule.clear_delay_s,
        level: String(rule.level) as Values['level'],
        enabled: rule.enabled,
        devid: rule.devid ?? '',
      }
    : {
        name_en: '',
        name_zh: '',
        comparison: 'above',
        hysteresis: 0,
        delay_s: 0,
        clear_delay_s: 0,
        level: '2',
        enabled: true,
        devid: '',
      };

  const save = async (values: z.output<typeof schema>) => {
    const body: RuleBody = { ...values, devid: values.devid || undefined, account_id: account[0]?.id };
    if (rule)
      await call(updateRule, { params: { tenantId, id: rule.id }, body: { ...body, version: rule.version } });
    else await call(insertRule, { params: { tenantId }, body });
    toast.success({ ns: 'events', key: 'rules.saved' });
    await client.invalidateQueries({ queryKey: [EVENTS] });
    onClose();
  };

  return (
    <Form<Values, z.output<typeof schema>>
      schema={schema}
      initial={initial}
      onSubmit={save}
      onCancel={onClose}
      submitLabel={t(rule ? 'rule.submitEdit' : 'rule.submitNew')}
      footer={
        rule && (
          <Button variant="subtle" color="red" c="var(--vl-danger-ink)" onClick={() => onDelete(rule)}>
            {t('rules.deleteConfirm')}
          </Button>
        )
      }
    >
      {(form) => (
        <>
          <FieldRow>
            {(zh ? (['name_zh', 'name_en'] as const) : (['name_en', 'name_zh'] as const)).map(
              (name, index) => (
                <TextField
                  key={name}
                  name={name}
                  label={t(name === 'name_en' ? 'rule.nameEn' : 'rule.nameZh')}
                  description={index === 1 ? t('rule.nameHint') : undefined}
                  maxLength={80}
                  data-autofocus={index === 0 || undefined}
                />
              ),
            )}
          </FieldRow>
          <SelectField
            name="point"
            label={t('rule.point')}
            required
            searchable
            data={points}
            maxDropdownHeight={260}
          />
          <div className={styles.three}>
            <SelectField
              name="comparison"
              label={t('rule.comparison')}
              data={comparisons.map((value) => ({ value, label: t(`rule.${value}`) }))}
            />
            <NumberField
              name="threshold"
              label={t('rule.threshold')}
              required
              suffix={unitOf(dictionary, form.watch('point'))}
            />
            <SelectField
              name="level"
              label={t('rule.level')}
              data={Object.entries(levelNames).map(([value, name]) => ({
                value,
                label: t(`level.${name}`, { ns: 'things' }),
              }))}
            />
          </div>
          <div className={styles.three}>
            <NumberField
              name="hysteresis"
              label={t('rule.hysteresis')}
              title={t('rule.hysteresisHint')}
              suffix={unitOf(dictionary, form.watch('point'))}
            />
            <NumberField name="delay_s" label={t('rule.delay')} suffix={` ${t('rule.seconds')}`} />
            <NumberField name="clear_delay_s" label={t('rule.clearDelay')} suffix={` ${t('rule.seconds')}`} />
          </div>
          <FieldRow>
            <AccountPicker
              label={t('rule.scope')}
              description={t('rule.scopeHint')}
              value={account}
              onChange={setAccount}
              withSelf
            />
            <TextField
              name="devid"
              label={t('rule.devid')}
              description={t('rule.devidHint')}
              maxLength={64}
            />
          </FieldRow>
          <SwitchField name="enabled" label={t('rule.enabled')} />
          <Preview values={form.watch()} accountId={account[0]?.id} dictionary={dictionary} />
          {rule !== null && rule.active > 0 && (
            <p className={styles.warning}>{t('rule.editWarning', { n: number(rule.active) })}</p>
          )}
        </>
      )}
    </Form>
  );
}

/**
 * The stored names as form values: if both languages have the same name, only the field of the interface language
 * is filled.
 */
function namesOf({ en, zh: chinese }: EventRule['name'], zh: boolean): Pick<Values, 'name_en' | 'name_zh'> {
  if (en !== chinese) return { name_en: en, name_zh: chinese };
  return zh ? { name_en: '', name_zh: chinese } : { name_en: en, name_zh: '' };
}

/** A summary of the rule, and the devices that it would match now. */
function Preview({
  values,
  accountId,
  dictionary,
}: {
  values: Values;
  accountId: string | undefined;
  dictionary: Dictionary;
}) {
  const { t } = useTranslation(['events', 'things']);
  const { number } = useFormat();
  const { tenantId } = useAccount();
  const texts = useEventTexts();
  const { point, comparison, threshold } = values;
  const complete = Boolean(point) && typeof threshold === 'number' && Number.isFinite(threshold);
  const wanted = JSON.stringify(
    complete
      ? { point, comparison, threshold, account_id: accountId, devid: values.devid || undefined }
      : null,
  );
  const [debounced] = useDebouncedValue(wanted, 400);
  const counts = useQuery(rulePreview(tenantId, JSON.parse(debounced)));
  if (!complete) return <p className={styles.preview}>{t('rule.previewNone')}</p>;
  const limit = (value: number) => `${number(value, decimals(value))}${unitOf(dictionary, point)}`;
  const wait = (s: unknown) =>
    Number(s) > 0 ? t('rule.delayFor', { duration: texts.duration(Number(s) * 1000) }) : '';
  const hysteresis = typeof values.hysteresis === 'number' ? values.hysteresis : 0;
  const back = comparators[comparison].end(threshold, hysteresis);
  return (
    <div className={styles.preview} role="status">
      <p>
        {t('rule.previewOff', {
          level: t(`level.${levelNames[values.level]}`, { ns: 'things' }).toLowerCase(),
          point: dictionary.label(point),
          side: t(`rule.${comparison}`),
          limit: limit(threshold),
          delay: wait(values.delay_s),
          back: t(`rule.back.${comparison}`, { limit: limit(back) }),
          clearDelay: wait(values.clear_delay_s),
        })}
      </p>
      <p className={styles.now}>
        {counts.data
          ? t('rule.now', {
              beyond: number(counts.data.beyond),
              reporting: number(counts.data.reporting),
              things: number(counts.data.things),
            })
          : counts.isError
            ? ''
            : t('rule.nowBusy')}
      </p>
      {counts.data && counts.data.reporting > 1 && counts.data.beyond * 2 > counts.data.reporting && (
        <p className={styles.warning}>{t('rule.confirmLarge')}</p>
      )}
    </div>
  );
}

/** ' V': the unit as suffix of a number. */
function unitOf(dictionary: Dictionary, point: string | undefined): string {
  const unit = point ? dictionary.unit(point) : '';
  return unit && ` ${unit}`;
}

const decimals = (value: number) =>
  Math.min(String(Math.round(value * 1000) / 1000).split('.')[1]?.length ?? 0, 3);

/** Points that a rule can check, by group. */
function pointChoices(dictionary: Dictionary, language: 'en' | 'zh') {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const point of dictionary.points) {
    if ((point.kind !== 'gauge' && point.kind !== 'counter') || point.part === 'cell') continue;
    const group = dictionary.groupLabel(groupLabels[point.group], point.group);
    const item = {
      value: point.key,
      label: point.unit ? `${point.label[language]} (${point.unit})` : point.label[language],
    };
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}
