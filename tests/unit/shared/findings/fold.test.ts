import { FINDINGS } from '#shared/findings';
import { foldProperties } from '../../fold-properties.ts';

foldProperties(FINDINGS);
