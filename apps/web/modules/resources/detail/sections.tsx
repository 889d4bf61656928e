import { Button } from '@mantine/core';
import { counts, type Field, type FilesField, fieldOf, type LinesField } from '@voltloop/resource-kit';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/index.ts';
import { localized, unitOf } from '../fields.ts';
import { FileLink } from '../file-link.tsx';
import { InnerValue } from '../inner-value.tsx';
import type { Loaded } from '../loaded.ts';
import { mostDecimals } from '../most-decimals.ts';
import { Value } from '../value.tsx';
import type { Row } from '../views.ts';
import styles from './detail.module.css';

const ImageUploader = lazy(async () => ({
  default: (await import('../../../ui/widgets/image-uploader.tsx')).ImageUploader,
}));

interface SectionsProps {
  loaded: Loaded;
  row: Row;
  /** Without this right the server masks personal values. */
  maySeePersonal: boolean;
}

/** All fields of a row: in the sections of its form, then the server-maintained fields. */
export function Sections({ loaded, row, maySeePersonal }: SectionsProps) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource } = loaded;
  const named = new Set(resource.form.flatMap((section) => section.fields));
  const others = Object.keys(resource.fields).filter(
    (name) => !named.has(name) && name !== resource.life?.field && !resource.fields[name]?.callsOnly,
  );
  const sections = [
    ...resource.form.map(({ title, fields }) => ({ title: localized(title, i18n.language), fields })),
    { title: t('detail.record'), fields: [...others, 'createTime', 'createUser', 'updateTime'] },
  ];
  const masked =
    !maySeePersonal && Object.entries(resource.fields).some(([name, { personal }]) => personal && row[name]);
  return (
    <div className={styles.sections}>
      {masked && <p className={styles.masked}>{t('detail.masked')}</p>}
      {sections.map(({ title, fields }) => {
        const shown = fields.filter((name) => {
          const field = fieldOf(resource, name);
          return field && counts(field, row);
        });
        // Filled in by later steps.
        const ahead = (name: string) => resource.fields[name]?.server === true && isEmpty(row[name]);
        if (shown.every(ahead)) return null;
        // A card with only a table gives the table its name.
        const alone = shown.length === 1 && fieldOf(resource, shown[0] ?? '')?.kind === 'lines';
        return (
          <Card key={title} title={title}>
            <dl className={styles.facts}>
              {shown.map((name) => (
                <Fact
                  key={name}
                  loaded={loaded}
                  row={row}
                  name={name}
                  field={fieldOf(resource, name) as Field}
                  labelHidden={alone}
                />
              ))}
            </dl>
          </Card>
        );
      })}
    </div>
  );
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

interface FactProps {
  loaded: Loaded;
  row: Row;
  name: string;
  field: Field;
  labelHidden: boolean;
}

/** Letters of a text that is broken in half the width of a phone. */
const LONG_CODE = 16;

function Fact({ loaded, row, name, field, labelHidden }: FactProps) {
  const { i18n } = useTranslation('backoffice');
  const { resource, views } = loaded;
  const Cell = views.cells?.[name];
  const value = row[name];
  const full = Array.isArray(value) && value.length > 0;
  const wide =
    field.kind === 'lines' || (field.kind === 'text' && field.long) || (field.kind === 'files' && full);
  const code = field.kind === 'text' && String(value ?? '').length > LONG_CODE;
  return (
    <div className={styles.fact} data-wide={wide || undefined} data-code={code || undefined}>
      <dt className={labelHidden ? 'visually-hidden' : undefined}>{localized(field.label, i18n.language)}</dt>
      <dd>
        {field.kind === 'lines' && full ? (
          <Lines field={field} value={value as Record<string, unknown>[]} />
        ) : Cell ? (
          <Cell row={row} name={name} field={field} at="detail" />
        ) : field.kind === 'files' && full ? (
          <Files field={field} value={value as string[]} />
        ) : (
          <Value row={row} name={name} field={field} at="detail" resource={resource} />
        )}
      </dd>
    </div>
  );
}

function Files({ field, value }: { field: FilesField; value: readonly string[] }) {
  const { t, i18n } = useTranslation('backoffice');
  const label = localized(field.label, i18n.language);
  if (field.image)
    return (
      <Suspense>
        <ImageUploader label={label} value={value} onChange={() => undefined} disabled />
      </Suspense>
    );
  return (
    <span className={styles.files}>
      {value.map((address, index) => (
        <FileLink key={address} address={address} name={t('value.file', { label, number: index + 1 })} />
      ))}
    </span>
  );
}

/** Lines shown before the list is expanded. */
const FIRST_LINES = 50;

/** The lines of a row, as a small table. */
function Lines({ field, value }: { field: LinesField; value: readonly Record<string, unknown>[] }) {
  const { t, i18n } = useTranslation('backoffice');
  const [all, setAll] = useState(false);
  const columns = Object.entries(field.of).filter(
    ([name, of]) => !of.callsOnly && (!of.when || value.some((line) => !isEmpty(line[name]))),
  );
  const shown = all ? value : value.slice(0, FIRST_LINES);
  return (
    // Wider than a phone: scrolls sideways, with keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be focusable
    <section className={styles.scroll} aria-label={localized(field.label, i18n.language)} tabIndex={0}>
      <table className={styles.lines}>
        <thead>
          <tr>
            {columns.map(([name, of]) => (
              <th
                key={name}
                scope="col"
                data-number={of.kind === 'decimal' || of.kind === 'integer' || undefined}
              >
                {localized(of.label, i18n.language)}
                {unitOf(of) && ` (${unitOf(of)})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line, index) => (
            <tr key={index}>
              {columns.map(([name, of]) => (
                <td key={name} data-number={of.kind === 'decimal' || of.kind === 'integer' || undefined}>
                  {of.kind === 'files' && Array.isArray(line[name]) ? (
                    <Files field={of} value={line[name] as string[]} />
                  ) : (
                    <InnerValue
                      field={of}
                      value={line[name]}
                      at={unitOf(of) ? 'list' : 'detail'}
                      {...(of.kind === 'decimal' && unitOf(of) !== '¥'
                        ? { decimals: mostDecimals(value.map((each) => each[name])) }
                        : {})}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < value.length && (
        <Button variant="default" size="xs" className={styles.more} onClick={() => setAll(true)}>
          {t('value.allLines', { count: value.length })}
        </Button>
      )}
    </section>
  );
}
