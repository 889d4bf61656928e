import { Suspense, use } from 'react';
import { load } from './loaded.ts';
import { RowActions } from './row-actions.tsx';

interface StepDialogProps {
  /** Name of the entity. */
  resource: string;
  step: string;
  id: string;
  /** What the row is called. */
  title: string;
  onClose: () => void;
}

/** Takes a row a step on from another page than its own: with the same confirmation as there. */
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
    <RowActions loaded={loaded} asked={{ what: 'step', name: step, ids: [id], title }} onClose={onClose} />
  );
}
