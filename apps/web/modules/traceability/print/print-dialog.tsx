import type { Life } from '@voltloop/contract/calls/traceability.ts';
import { useSession } from '../../../api/session.ts';
import { OnBoth, Paper, PaperDialog } from '../../documents/index.ts';
import { factsOf, gapsOf, paper, tableOf } from './life-sheet.ts';

/** The print preview of the whole life. */
export default function PrintDialog({ life, onClose }: { life: Life; onClose: () => void }) {
  const company = useSession((session) => session.login?.parent_name ?? session.login?.name ?? '');
  return (
    <PaperDialog onClose={onClose}>
      {(language) => (
        <OnBoth>
          <Paper
            language={language}
            company={company}
            title={paper.title[language]}
            no={life.subject.title}
            noLabel={paper.of}
            state={null}
            facts={factsOf(life, language)}
            table={tableOf(life, language)}
            totalsLabel={paper.gaps}
            totals={<span>{gapsOf(life, language)}</span>}
            signatures={paper.signatures}
            people={[]}
          />
        </OnBoth>
      )}
    </PaperDialog>
  );
}
