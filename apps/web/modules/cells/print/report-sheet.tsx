import type { TestCurve } from '@voltloop/contract/calls/testing.ts';
import { explain } from '@voltloop/domain/battery-code/index.ts';
import { safetyQuestions } from '@voltloop/domain/battery-test/index.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { CHINA } from '@voltloop/resources/days.ts';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { type Language, textOf } from '../../documents/index.ts';
import type { Row } from '../../resources/index.ts';
import { CurveDrawing } from './curve-drawing.tsx';
import styles from './report-sheet.module.css';
import { printed } from './words.ts';

interface ReportSheetProps {
  resource: Resource;
  row: Row;
  curve: TestCurve | null;
  language: Language;
  /** Name of our own company. */
  company: string;
}

const conditions = ['testDay', 'method', 'ambientC', 'equipment', 'calibrationValidTo', 'instrumentPct'];
const measured = [
  'ratedCapacityAh',
  'capacityAh',
  'energyWh',
  'dcirMohm',
  'freshDcirMohm',
  'ocvV',
  'ocvLaterV',
  'restH',
  'selfDischargeMvDay',
  'insulationKohm',
];
const health = ['sohPct', 'uncertaintyPct', 'sohLowerPct'];

/** The print of a test report, A4 upright: the battery, the results, the grading rule, and the signatures. */
export function ReportSheet({ resource, row, curve, language, company }: ReportSheetProps) {
  const { i18n } = useTranslation('testing');
  const reasons = i18n.getFixedT(language, 'testing');
  const decoded = explain(String(row.batteryCode));
  const no = String(row.no);
  const fact = (name: string): Fact[] => {
    const field = resource.fields[name];
    const text = field && textOf(field, row[name], language);
    return field && text ? [[field.label[language], text]] : [];
  };
  const battery: Fact[] = [
    [resource.fields.batteryCode?.label[language] ?? '', String(row.batteryCode ?? '')],
    ...levelFacts(decoded, language),
  ];
  const refused = String(row.rejects ?? '')
    .split(',')
    .filter(Boolean)
    .map((reason) => reasons(`reject.${reason}`));
  const result: Fact[] = [
    [
      printed.grade[language],
      row.grade === 'X' ? printed.rejected[language] : String(row.grade ?? printed.unanswered[language]),
    ],
    ...health.flatMap(fact),
    [resource.fields.schemeId?.label[language] ?? '', row.titles.schemeId ?? ''],
    ...(refused.length > 0
      ? ([
          [resource.fields.rejects?.label[language] ?? '', refused.join(language === 'zh' ? '、' : ', ')],
        ] as Fact[])
      : []),
  ];
  return (
    <article className={styles.sheet} lang={language}>
      <header className={styles.head}>
        <div>
          <p>{company}</p>
          <h1>{printed.title[language]}</h1>
          <p>
            {resource.fields.no?.label[language]} {no}
            {row.status !== 'signed' && (
              <span className={styles.state}>
                {printed[row.status === 'draft' ? 'draft' : 'replaced'][language]}
              </span>
            )}
          </p>
        </div>
        <QrCode text={no} label={no} size={84} />
      </header>
      <Facts title={printed.battery[language]} facts={battery} />
      <Facts title={printed.result[language]} facts={result} strong />
      <p className={styles.note}>{printed.rule[language]}</p>
      {row.calibration === 'expired' && <p className={styles.note}>{printed.expired[language]}</p>}
      <Facts title={printed.test[language]} facts={conditions.flatMap(fact)} />
      <Facts title={printed.measured[language]} facts={measured.flatMap(fact)} />
      <Facts
        title={printed.safety[language]}
        facts={safetyQuestions.map(
          (question): Fact => [
            resource.fields[question]?.label[language] ?? question,
            printed[row[question] == null ? 'unanswered' : Number(row[question]) === 1 ? 'found' : 'none'][
              language
            ],
          ],
        )}
        columns={4}
      />
      {row.appearance ? <p className={styles.note}>{String(row.appearance)}</p> : null}
      {curve && (
        <section className={styles.part}>
          <h2>{printed.curve[language]}</h2>
          <CurveDrawing curve={curve} language={language} />
        </section>
      )}
      <footer className={styles.foot}>
        <ul className={styles.signatures}>
          <li>
            <span>{printed.operator[language]}</span>
            <span className={styles.rule}>{String(row.operator ?? '')}</span>
          </li>
          <li>
            <span>{printed.signer[language]}</span>
            <span className={styles.rule}>{String(row.signedBy ?? '')}</span>
          </li>
          <li>
            <span>{printed.date[language]}</span>
            <span className={styles.rule}>
              {typeof row.signedAt === 'number' ? timeOf(row.signedAt).slice(0, 10) : ''}
            </span>
          </li>
          <li>
            <span>{printed.stamp[language]}</span>
          </li>
        </ul>
        <p>
          {printed.scope[language]} {printed.at[language]} {timeOf(Date.now())}
        </p>
      </footer>
    </article>
  );
}

type Fact = [label: string, text: string];

/** The decoded code of the battery. */
function levelFacts(decoded: ReturnType<typeof explain>, language: Language): Fact[] {
  if (!decoded) return [];
  const { productType, chemistry, maker } = decoded;
  const labels = {
    level: { en: 'Level', zh: '层级' },
    chemistry: { en: 'Chemistry', zh: '电池类型' },
    maker: { en: 'Maker', zh: '生产企业' },
  };
  return [
    [labels.level[language], optionLabel('productType', productType, language)],
    [labels.chemistry[language], optionLabel('chemistry', chemistry, language)],
    ...(maker ? ([[labels.maker[language], maker[language]]] as Fact[]) : []),
  ];
}

const timeOf = (ms: number) => formatDate(ms, 'dateTime', CHINA);

interface FactsProps {
  title: string;
  facts: readonly Fact[];
  strong?: boolean;
  columns?: number;
}

function Facts({ title, facts, strong, columns = 3 }: FactsProps) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <dl className={styles.facts} data-strong={strong || undefined} data-columns={columns}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
