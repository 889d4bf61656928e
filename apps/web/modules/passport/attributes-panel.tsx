import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PassportValue, PassportView } from '@voltloop/contract/calls/passports.ts';
import { type Attribute, type Group, groups } from '@voltloop/domain/passport/attribute.ts';
import { attributeOf } from '@voltloop/domain/passport/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Card, EmptyState, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { Row } from '../resources/index.ts';
import { AttributeRow } from './attribute-row.tsx';
import { Events } from './events.tsx';
import styles from './passport.module.css';
import { passportView } from './queries.ts';

interface AttributeValue {
  attribute: Attribute;
  value: PassportValue;
  mandatory: boolean;
}

/** Every attribute of a passport by section, with its source and date; missing ones link to where they are entered. */
export function AttributesPanel({ row }: { row: Row }) {
  const { t } = useTranslation('passport');
  const [part, setPart] = useState<Group | null>(null);
  const [onlyMissing, setOnlyMissing] = useState(false);
  const found = useQuery(passportView(row.id, row.version));
  if (!found.data) return <QueryPlaceholder of={found} rows={10} compact={false} />;
  const view = found.data;
  const values = attributeValuesOf(view);
  const shown = values.filter(
    ({ attribute, value, mandatory }) =>
      (part === null || attribute.group === part) && (!onlyMissing || (mandatory && !value.has)),
  );
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <Parts values={values} part={part} onChange={setPart} />
        <Switch
          label={t('onlyMissing')}
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 && (
        <Card>
          <EmptyState compact title={t('complete')} />
        </Card>
      )}
      {(Object.keys(groups) as Group[]).map((group) => (
        <Part
          key={group}
          group={group}
          values={shown.filter(({ attribute }) => attribute.group === group)}
          view={view}
        />
      ))}
      {part === null && !onlyMissing && <Events events={view.events} />}
    </div>
  );
}

const attributeValuesOf = (view: PassportView): AttributeValue[] =>
  view.values.flatMap((value) => {
    const attribute = attributeOf(value.code);
    return attribute ? [{ attribute, value, mandatory: attribute.duty[view.category] === 'x' }] : [];
  });

interface PartsProps {
  values: readonly AttributeValue[];
  part: Group | null;
  onChange: (part: Group | null) => void;
}

/** The sections with their numbers of mandatory values. */
function Parts({ values, part, onChange }: PartsProps) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  const counts = (group: Group | null) => {
    const mandatory = values.filter(
      ({ attribute, mandatory }) => mandatory && (group === null || attribute.group === group),
    );
    return `${mandatory.filter(({ value }) => value.has).length}/${mandatory.length}`;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div className={styles.parts} role="group" aria-label={t('parts')}>
      {([null, ...Object.keys(groups)] as (Group | null)[]).map((group) => (
        <Button
          key={group ?? 'all'}
          size="xs"
          variant={group === part ? 'filled' : 'default'}
          aria-pressed={group === part}
          onClick={() => onChange(group)}
        >
          {group === null ? t('all') : groups[group][of]} {counts(group)}
        </Button>
      ))}
    </div>
  );
}

function Part({
  group,
  values,
  view,
}: {
  group: Group;
  values: readonly AttributeValue[];
  view: PassportView;
}) {
  const of = languageOf(useFormat().language);
  if (values.length === 0) return null;
  return (
    <Card title={groups[group][of]}>
      <dl className="plain">
        {values.map(({ attribute, value, mandatory }) => (
          <AttributeRow
            key={attribute.code}
            attribute={attribute}
            value={value}
            mandatory={mandatory}
            view={view}
          />
        ))}
      </dl>
    </Card>
  );
}
