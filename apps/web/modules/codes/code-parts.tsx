import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type ExplainedPart,
  type Explanation,
  explain,
  type Known,
} from '@voltloop/domain/battery-code/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useTranslation } from 'react-i18next';
import styles from './codes.module.css';
import { useLocalized } from './use-localized.ts';

/** The parts of a code of 19 or 24 characters, each in its own colour with its meaning below, then warnings. */
export function CodeParts({ code, known = {} }: { code: string; known?: Known }) {
  const { t } = useTranslation('codes');
  const explanation = explain(code, { today: chinaDay(new Date()), ...known });
  const localized = useLocalized();
  if (!explanation) return null;
  return (
    <fieldset className={styles.explanation}>
      <legend className={styles.form}>{t(`form.${explanation.form}`)}</legend>
      <dl className={styles.parts}>
        {explanation.parts.map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </dl>
      <Warnings explanation={explanation} />
      {explanation.maker && (
        <p className={styles.note}>{t('makerNote', { maker: localized(explanation.maker) })}</p>
      )}
    </fieldset>
  );
}

function Part({ part }: { part: ExplainedPart }) {
  const { t } = useTranslation('codes');
  const localized = useLocalized();
  return (
    <div className={styles.part} data-part={part.part} data-doubtful={part.doubtful || undefined}>
      <dt>
        <span>{localized(part.name)}</span>
        <span className={styles.place}>
          {t(part.from === part.to ? 'place' : 'places', { from: part.from, to: part.to })}
        </span>
      </dt>
      <dd>
        <span className={styles.text}>{part.text}</span>
        <span className={styles.meaning}>
          {part.meaning ? localized(part.meaning) : t(`without.${part.part}`)}
        </span>
      </dd>
    </div>
  );
}

function Warnings({ explanation }: { explanation: Explanation }) {
  const localized = useLocalized();
  if (explanation.warnings.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {explanation.warnings.map((warning) => (
        <li key={warning.rule}>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
          <span>{localized(warning.words)}</span>
        </li>
      ))}
    </ul>
  );
}
