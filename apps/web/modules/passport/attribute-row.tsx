import { IconLock } from '@tabler/icons-react';
import type { PassportValue, PassportView } from '@voltloop/contract/calls/passports.ts';
import type { Attribute, Origin } from '@voltloop/domain/passport/attribute.ts';
import { originWords, shownValue } from '@voltloop/domain/passport/words.ts';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { hasRight, useWho } from '../../context/rights.ts';
import { StatusBadge, useFormat } from '../../ui/index.ts';
import { newLink, rowPath } from '../resources/index.ts';
import { absolute } from './address.ts';
import { Basis } from './basis.tsx';
import styles from './passport.module.css';
import { hasEnded } from './queries.ts';

interface AttributeRowProps {
  attribute: Attribute;
  value: PassportValue;
  mandatory: boolean;
  view: PassportView;
}

export function AttributeRow({ attribute, value, mandatory, view }: AttributeRowProps) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  return (
    <div className={styles.row}>
      <dt>
        {attribute.name[of]}
        {attribute.access !== 'P' && (
          <small className={styles.access}>
            <IconLock size={13} aria-hidden="true" /> {t(`access.${attribute.access}`)}
          </small>
        )}
      </dt>
      <dd>
        {value.hidden ? (
          <span className={styles.quiet}>{t(value.has ? 'hidden' : 'hiddenEmpty')}</span>
        ) : value.value === null ? (
          <Missing attribute={attribute} why={value.why} mandatory={mandatory} view={view} />
        ) : (
          <Value attribute={attribute} value={value} />
        )}
      </dd>
    </div>
  );
}

/** The resources that values come from, where their records have a page. */
const pages: Partial<Record<Origin, string>> = {
  model: 'passportModel',
  enteredForModel: 'passportModel',
  battery: 'battery',
  category: 'deviceCategory',
  enterprise: 'enterprise',
  testReport: 'testReport',
  telemetry: 'device',
};

function Value({
  attribute,
  value: { value, origin, source, sourceId, at, basis },
}: {
  attribute: Attribute;
  value: PassportValue;
}) {
  const format = useFormat();
  const of = languageOf(format.language);
  const who = useWho();
  const text = attribute.code === 'passportId' ? absolute(String(value)) : String(value);
  const page = origin ? pages[origin] : undefined;
  const words = origin ? [originWords[origin][of], source].filter(Boolean).join(' ') : '';
  const open = page && sourceId && hasRight(who, rightOf(registry[page] as Entry));
  return (
    <>
      <span className={styles.value}>
        {attribute.form === 'url' ? (
          <a href={text} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          shownValue(attribute, text, of)
        )}
      </span>
      <small className={styles.source}>
        {open ? <Link to={rowPath(page, sourceId)}>{words}</Link> : words}
        {at && ` · ${at.includes('T') ? format.date(Date.parse(at), 'dateTime') : at}`}
      </small>
      {basis && <Basis basis={basis} />}
    </>
  );
}

function Missing({
  attribute,
  why,
  mandatory,
  view,
}: {
  attribute: Attribute;
  why: PassportValue['why'];
  mandatory: boolean;
  view: PassportView;
}) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  const who = useWho();
  const origin = (why && neededOf[why]) ?? attribute.origins[0];
  const way = entryLinkOf(origin, view);
  return (
    <>
      <StatusBadge tone={mandatory ? 'warning' : 'neutral'} variant="plain">
        {t(mandatory ? 'missing' : 'voluntary')}
      </StatusBadge>{' '}
      {way && hasRight(who, way.right) && <Link to={way.to}>{t(`enter.${origin}`)}</Link>}
      {why && <small className={styles.source}>{t(`why.${why}`)}</small>}
      {attribute.note[of] && <small className={styles.source}>{attribute.note[of]}</small>}
    </>
  );
}

/** Link to further inputs that telemetry needs. */
const neededOf: Partial<Record<NonNullable<PassportValue['why']>, Origin>> = {
  noLimit: 'enteredForModel',
  noCertifiedEnergy: 'enteredForModel',
  noEfficiency: 'enteredForModel',
  noRatedCapacity: 'battery',
};

/** Where a missing value is entered, and the right for it. */
function entryLinkOf(
  origin: Origin | undefined,
  { id, modelId, batteryId, categoryId, status }: PassportView,
): { to: string; right: number } | null {
  const to = (name: string, path: string, button: 'insert' | 'update') => ({
    to: path,
    right: rightOf(registry[name] as Entry, button),
  });
  switch (origin) {
    case 'enteredForModel':
      return to('passportModel', `${rowPath('passportModel', modelId)}?tab=values`, 'update');
    case 'enteredForBattery':
      if (hasEnded(status)) return null;
      return to('passport', `${rowPath('passport', id)}?tab=values`, 'update');
    case 'model':
      return to('passportModel', `${rowPath('passportModel', modelId)}/edit`, 'update');
    case 'battery':
    case 'telemetry':
    case 'enterprise':
      return to('battery', `${rowPath('battery', batteryId)}/edit`, 'update');
    case 'category':
      return to('deviceCategory', `${rowPath('deviceCategory', categoryId)}/edit`, 'update');
    case 'testReport':
      return to('testReport', newLink('testReport', { batteryId }), 'insert');
    default:
      return null;
  }
}
