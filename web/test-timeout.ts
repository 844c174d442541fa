import { configure } from '@testing-library/react';

// A busy machine takes its time to draw; what never comes still fails its test.
configure({ asyncUtilTimeout: 10_000 });
