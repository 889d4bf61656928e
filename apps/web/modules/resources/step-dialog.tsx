import { Suspense, use } from 'react';
import { load } from './loaded.ts';
import { RowActions } from './row-actions.tsx';

interface StepDialogProps {
  /** Name of the resource. */
  resource: string;
  step: string;
  id: string;
  /** Title of the row. */
  title: string;
  onClose: () => void;
}

/** Takes a step of a row from another page than its own, with the same confirmation. */
export function StepDialog(props: StepDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

function Loaded({ resource, step, id, title, onClose }: StepDialogProps) {
  const loaded = use(load(resource));
  return (
    <RowActions loaded={loaded} request={{ what: 'step', name: step, ids: [id], title }} onClose={onClose} />
  );
}
