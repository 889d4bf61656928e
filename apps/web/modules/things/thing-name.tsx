import { TwoLines } from '../../ui/list/two-lines.tsx';

/** A device in a list: its name, and its id below. */
export function ThingName({ thing }: { thing: { devname: string; devid: string } }) {
  return <TwoLines main={thing.devname || thing.devid} sub={thing.devid} />;
}
