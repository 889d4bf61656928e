import type { Services } from '../../../platform/services.ts';
import type { FilesModule } from '../files/index.ts';
import type { BrandsByHost } from './brands-by-host.ts';

/** Shared by the verbs of this module. */
export interface Core {
  services: Services;
  files: Pick<FilesModule, 'smallPicture'>;
  byHost: BrandsByHost;
}
