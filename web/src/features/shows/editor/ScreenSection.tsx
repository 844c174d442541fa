import { showLayouts, showTexts } from '@allclear/contract/show-limits';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import form from '../../../forms/form.module.css';
import { SearchableChoices } from '../../../forms/SearchableChoices.tsx';
import { layoutTexts } from '../show-texts.ts';
import { countText } from './SceneRow.tsx';
import type { ShowSectionProps } from './ScenesSection.tsx';
import { Section } from './Section.tsx';

/** The name, the shape, the places, and what stands around the scenes. */
export function ScreenSection({ fields, choices, errorOf, onChange }: ShowSectionProps) {
  const { places } = choices;
  return (
    <Section title="Screen">
      <TextInput
        size="md"
        label="Name"
        required
        maxLength={showTexts.name}
        autoComplete="off"
        value={fields.name}
        error={errorOf('Name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label="Layout"
        data={showLayouts.map((value) => ({ value, label: layoutTexts[value] }))}
        value={fields.layout}
        error={errorOf('Layout')}
        onChange={({ currentTarget }) =>
          onChange({ layout: showLayouts.find((one) => one === currentTarget.value) ?? 'wide' })
        }
      />
      <SearchableChoices
        label="Places"
        required
        description="A delay at one of them takes the screen. The clock is that of the first."
        placeholder={places.length > 0 ? 'Choose places' : 'There is no organization location yet'}
        items="places"
        nothingFound="No place has this name"
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.placeIds}
        error={errorOf('PlaceIds')}
        onChange={(placeIds) => onChange({ placeIds })}
      />
      <TextInput
        size="md"
        label="Ticker"
        description={`A line that moves along the bottom. ${countText(fields.ticker, showTexts.ticker)}`}
        maxLength={showTexts.ticker}
        value={fields.ticker}
        error={errorOf('Ticker')}
        onChange={({ currentTarget }) => onChange({ ticker: currentTarget.value })}
      />
      <Switch
        className={form.switch}
        label="Show the time of day"
        checked={fields.showsClock}
        onChange={({ currentTarget }) => onChange({ showsClock: currentTarget.checked })}
      />
    </Section>
  );
}
