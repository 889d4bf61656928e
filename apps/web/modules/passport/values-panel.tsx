import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EnteredValues,
  passportRights,
  saveModelValues,
  savePassportValues,
} from '@voltloop/contract/calls/passports.ts';
import {
  type AccessClass,
  type Attribute,
  type Category,
  type Group,
  groups,
} from '@voltloop/domain/passport/attribute.ts';
import { enteredFor, mayRead, wrongValue } from '@voltloop/domain/passport/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { hasRight, useWho } from '../../context/rights.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { ExactInput } from '../../ui/form/exact-input.tsx';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { Card, EmptyState, ErrorWords, Failure, useFormat, useUnsaved } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Row } from '../resources/index.ts';
import styles from './passport.module.css';
import { enteredValues, hasEnded, PASSPORTS, passportView, type ValuesOwner } from './queries.ts';

/** Values of one battery. */
export function PassportValues({ row }: { row: Row }) {
  const view = useQuery(passportView(row.id, row.version));
  if (!view.data) return <QueryPlaceholder of={view} rows={8} compact={false} />;
  return (
    <Values
      owner="passport"
      id={row.id}
      category={view.data.category}
      right={passportRights.enter}
      ended={hasEnded(row.status)}
    />
  );
}

/** Values shared by all batteries of a model. */
export const ModelValues = ({ row }: { row: Row }) => (
  <Values
    owner="passportModel"
    id={row.id}
    category={row.euCategory as Category}
    right={passportRights.enterModels}
  />
);

interface ValuesProps {
  owner: ValuesOwner;
  id: string;
  category: Category;
  right: number;
  ended?: boolean;
}

function Values({ owner, id, category, right, ended = false }: ValuesProps) {
  const { t } = useTranslation('passport');
  const who = useWho();
  const found = useQuery(enteredValues(owner, id));
  if (!found.data) return <QueryPlaceholder of={found} rows={8} compact={false} />;
  if (ended || !hasRight(who, right))
    return (
      <Card>
        <EmptyState compact title={t(ended ? 'form.ended' : 'form.noRight')} />
      </Card>
    );
  const classes = new Set<AccessClass>(['P']);
  if (hasRight(who, passportRights.interest) || hasRight(who, passportRights.authority)) classes.add('L');
  if (hasRight(who, passportRights.authority)) classes.add('N');
  const attributes = enteredFor(owner === 'passport' ? 'battery' : 'model', category);
  const fields = attributes.filter((attribute) => mayRead(attribute, classes));
  return (
    <ValuesForm
      key={found.data.history[0]?.at ?? 0}
      {...{ owner, id, fields, category }}
      hidden={attributes.length - fields.length}
      entered={found.data}
    />
  );
}

interface FormProps {
  owner: ValuesOwner;
  id: string;
  category: Category;
  fields: readonly Attribute[];
  /** Number of attributes that the caller may not see. */
  hidden: number;
  entered: EnteredValues;
}

/** All values saved together have one source and day: they come from one document. */
function ValuesForm({ owner, id, category, fields, hidden, entered }: FormProps) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  const client = useQueryClient();
  const failureWords = useContext(ErrorWords);
  const fieldWords = useFieldWords();
  const now = new Map(entered.values.map((each) => [each.code, each]));
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [source, setSource] = useState('');
  const [day, setDay] = useState(chinaDay(new Date()));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const filled = Object.entries(changed).filter(
    ([code, text]) => text.trim() !== (now.get(code)?.value ?? ''),
  );
  const save = async (): Promise<boolean> => {
    const values = filled.map(([code, text]) => ({
      code,
      value: text.trim() || null,
      source: source.trim(),
      day,
    }));
    const wrong = values.flatMap(({ code, value }) => {
      const attribute = fields.find((each) => each.code === code);
      const key = value === null || !attribute ? null : wrongValue(attribute, value);
      return key ? [[code, fieldWords({ message: key }) ?? key] as const] : [];
    });
    setErrors(Object.fromEntries(wrong));
    setFailure('');
    const [first] = wrong;
    if (first) {
      document.getElementById(`value-${first[0]}`)?.focus();
      return false;
    }
    setBusy(true);
    try {
      await call(owner === 'passport' ? savePassportValues : saveModelValues, { body: { id, values } });
      toast.success({ ns: 'passport', key: 'form.done', values: { count: String(values.length) } });
      await client.invalidateQueries({ queryKey: PASSPORTS });
      return true;
    } catch (error) {
      const fieldError = error instanceof ApiError ? error.fields[0] : undefined;
      setFailure(
        fieldError ? (fieldWords({ message: fieldError.key }) ?? failureWords(error)) : failureWords(error),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  useUnsaved(filled.length > 0, save);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit} className={styles.panel} noValidate>
      <Card title={t('form.title')} description={t(`form.text.${owner}`)}>
        <div className={styles.inputs}>
          <TextInput
            label={t('form.source')}
            description={t('form.sourceHint')}
            maxLength={200}
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
          />
          <DayInput label={t('form.day')} description={t('form.dayHint')} value={day} onChange={setDay} />
        </div>
        {hidden > 0 && <p className={styles.note}>{t('form.hidden', { count: hidden })}</p>}
      </Card>
      {(Object.keys(groups) as Group[]).map((group) => {
        const own = fields.filter((each) => each.group === group);
        return (
          own.length > 0 && (
            <Card key={group} title={groups[group][of]}>
              <div className={styles.inputs}>
                {own.map((attribute) => (
                  <ValueInput
                    key={attribute.code}
                    attribute={attribute}
                    mandatory={attribute.duty[category] === 'x'}
                    value={changed[attribute.code] ?? now.get(attribute.code)?.value ?? ''}
                    note={noteOf(now.get(attribute.code))}
                    error={errors[attribute.code]}
                    onChange={(text) => setChanged((all) => ({ ...all, [attribute.code]: text }))}
                  />
                ))}
              </div>
            </Card>
          )
        );
      })}
      <div className={styles.foot}>
        <Failure text={failure} />
        <span aria-live="polite">{t('form.changed', { count: filled.length })}</span>
        <Button type="submit" loading={busy} disabled={filled.length === 0 || !day}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  );
}

const noteOf = (value: EnteredValues['values'][number] | undefined) =>
  value ? [value.source, value.day].filter(Boolean).join(' · ') : undefined;

interface InputProps {
  attribute: Attribute;
  mandatory: boolean;
  value: string;
  note: string | undefined;
  error: string | undefined;
  onChange: (text: string) => void;
}

function ValueInput({
  attribute: { code, form, name, unit },
  mandatory,
  value,
  note,
  error,
  onChange,
}: InputProps) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  const duty = mandatory ? '' : ` · ${t('voluntary')}`;
  const shared = {
    id: `value-${code}`,
    label: `${name[of]}${unit ? ` (${unit})` : ''}${duty}`,
    description: note,
    error,
    value,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  if (form === 'date') return <DayInput {...shared} onChange={onChange} clearable />;
  if (form === 'text')
    return (
      <Textarea
        {...shared}
        autosize
        maxRows={8}
        maxLength={2000}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (form === 'number') return <ExactInput {...shared} onChange={onChange} />;
  return (
    <TextInput
      {...shared}
      maxLength={2000}
      inputMode="url"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
