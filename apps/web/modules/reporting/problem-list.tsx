import type { ReportProblem } from '@voltloop/contract/calls/reporting.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { rowPath } from '../resources/index.ts';
import styles from './reporting.module.css';
import { useProblemWords } from './words.ts';

interface ProblemListProps {
  type: number;
  problems: readonly ReportProblem[];
  onLeave?: () => void;
}

/** What is missing in a record, with links to where it can be fixed. */
export function ProblemList({ type, problems, onLeave }: ProblemListProps) {
  const { t } = useTranslation('reporting');
  const words = useProblemWords(type);
  const mayOpen = useMayOpen();
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => {
        const { place } = problem;
        const path = place && rowPath(place.resource, place.id);
        return (
          <li key={`${problem.field} ${problem.key}`}>
            <span>{words(problem)}</span>
            {path && mayOpen(path) && (
              <Link to={`${path}/edit?field=${place.field}`} onClick={onLeave} className="link">
                {t(`place.${place.resource}`)}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
