import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import people from './people/people.module.css';

type Props = Pick<TextInputProps, 'maxLength' | 'autoCapitalize'> & {
  words: string;
  typed: string;
  onTyped(typed: string): void;
};

export function SearchBox({ words, typed, onTyped, ...field }: Props) {
  return (
    <TextInput
      {...field}
      type="search"
      className={people.search}
      aria-label={words}
      placeholder={words}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => onTyped(currentTarget.value)}
    />
  );
}
