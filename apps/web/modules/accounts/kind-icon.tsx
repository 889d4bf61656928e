import {
  IconBriefcase2,
  IconBuildingFactory2,
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconHeadset,
  IconHome,
  IconTool,
} from '@tabler/icons-react';
import type { AccountKind } from '@voltloop/contract';

const icons: Record<AccountKind, typeof IconHome> = {
  main: IconBuildingSkyscraper,
  factory: IconBuildingFactory2,
  agent1: IconBriefcase2,
  agent2: IconBriefcase2,
  company: IconBuildingStore,
  installer: IconTool,
  enduser: IconHome,
  staff: IconHeadset,
};

/** The icon of a kind of account; decorative, as the name is beside it or in the label. */
export function KindIcon({ kind, size = 16 }: { kind: AccountKind; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
