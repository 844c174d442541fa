import { configure } from '@testing-library/react';

// Rendering takes longer on a busy machine; a missing result still fails its test.
configure({ asyncUtilTimeout: 10_000 });
