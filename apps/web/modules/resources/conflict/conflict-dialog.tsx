import { Button, Group, Text } from '@mantine/core';
import { fieldOf, type Values } from '@voltloop/resource-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/index.ts';
import { localized } from '../fields.ts';
import { InnerValue } from '../inner-value.tsx';
import type { Loaded } from '../loaded.ts';
import styles from './conflict.module.css';
import { type Choice, type Difference, differencesOf, isDecided, mergedValues } from './merge.ts';

/** Two users' changes of one row, as form values, and the callback for the result. */
export interface ConflictOf {
  before: Values;
  theirs: Values;
  mine: Values;
  /** Titles of referenced rows, by field. */
  titles: Readonly<Record<string, string>>;
  /** Receives both users' changes merged; null if the dialog is closed and nothing is saved. */
  answer: (merged: Values | null) => void;
}

/** Shows field by field what another user has changed meanwhile, and lets the user choose which value stays. */
export function ConflictDialog({ loaded, conflict }: { loaded: Loaded; conflict: ConflictOf | null }) {
  const { t } = useTranslation('backoffice');
  return (
    <Dialog
      opened={conflict !== null}
      onClose={() => conflict?.answer(null)}
      title={t('conflict.title')}
      size="min(860px, 96vw)"
    >
      {conflict && <ConflictForm loaded={loaded} conflict={conflict} />}
    </Dialog>
  );
}

function ConflictForm({ loaded, conflict }: { loaded: Loaded; conflict: ConflictOf }) {
  const { t } = useTranslation('backoffice');
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const names = Object.keys(loaded.resource.fields).filter((name) => name in conflict.mine);
  const differences = differencesOf(names, conflict);
  const conflicting = differences.filter(({ both }) => both);
  const others = differences.filter(({ both }) => !both);
  const all = (choice: Choice) =>
    setChoices(Object.fromEntries(conflicting.map(({ name }) => [name, choice])));
  return (
    <>
      <Text size="sm" c="var(--vl-ink-2)">
        {t(conflicting.length > 0 ? 'conflict.text' : 'conflict.textApart')}
      </Text>
      {conflicting.length > 1 && (
        <Group gap="xs" mt="sm">
          <Button variant="default" size="compact-sm" onClick={() => all('theirs')}>
            {t('conflict.allTheirs')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => all('mine')}>
            {t('conflict.allMine')}
          </Button>
        </Group>
      )}
      <div className={styles.list}>
        {conflicting.map((each) => (
          <ConflictRow
            key={each.name}
            loaded={loaded}
            difference={each}
            choice={choices[each.name]}
            onChoose={(choice) => setChoices({ ...choices, [each.name]: choice })}
          />
        ))}
        {others.map((each) => (
          <Apart key={each.name} loaded={loaded} difference={each} />
        ))}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => conflict.answer(null)}>
          {t('conflict.back')}
        </Button>
        <Button
          disabled={!isDecided(differences, choices)}
          onClick={() => conflict.answer(mergedValues(differences, conflict, choices))}
        >
          {t('conflict.save')}
        </Button>
      </Group>
    </>
  );
}

interface OneProps {
  loaded: Loaded;
  difference: Difference;
}

/** A field that both users have changed: one value must be chosen. */
function ConflictRow({
  loaded,
  difference,
  choice,
  onChoose,
}: OneProps & { choice: Choice | undefined; onChoose: (choice: Choice) => void }) {
  const { t, i18n } = useTranslation('backoffice');
  const { name, before, theirs, mine } = difference;
  const field = fieldOf(loaded.resource, name);
  if (!field) return null;
  const show = (value: unknown) => <InnerValue field={field} value={value} />;
  const option = (which: Choice, value: unknown) => (
    <label className={styles.choice} data-chosen={choice === which || undefined}>
      <input
        type="radio"
        name={`conflict-${name}`}
        checked={choice === which}
        onChange={() => onChoose(which)}
      />
      <span className={styles.choiceText}>
        <span className={styles.whose}>{t(`conflict.${which}`)}</span>
        <span className={styles.value}>{show(value)}</span>
      </span>
    </label>
  );
  return (
    <fieldset className={styles.question}>
      <legend>{localized(field.label, i18n.language)}</legend>
      <p className={styles.before}>
        {t('conflict.before')} {show(before)}
      </p>
      <div className={styles.choices}>
        {option('theirs', theirs)}
        {option('mine', mine)}
      </div>
    </fieldset>
  );
}

/** A field that only one user has changed: the change is kept. */
function Apart({ loaded, difference: { name, before, theirs, mine } }: OneProps) {
  const { t, i18n } = useTranslation('backoffice');
  const field = fieldOf(loaded.resource, name);
  if (!field) return null;
  const theyDid = JSON.stringify(before) !== JSON.stringify(theirs);
  const iDid = JSON.stringify(before) !== JSON.stringify(mine);
  const author = theyDid && iDid ? 'same' : theyDid ? 'theirs' : 'mine';
  return (
    <p className={styles.apart}>
      <strong>{localized(field.label, i18n.language)}</strong>
      <span className={styles.whose}>{t(`conflict.${author}`)}</span>
      <span className={styles.value}>
        <s>
          <InnerValue field={field} value={before} />
        </s>{' '}
        → <InnerValue field={field} value={theyDid ? theirs : mine} />
      </span>
    </p>
  );
}
