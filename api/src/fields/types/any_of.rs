//! Several values in one parameter, such as `status=donor,prospect`.

use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};

use crate::fields::field::{Control, Field, Fields, InputField};
use crate::fields::json::shown;
use crate::fields::parameters::read_text;
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::fields::types::Text;

/// One or more values, separated by commas or each in a parameter of its own. A record with one of them matches. Not
/// for texts, because a text may have a comma in it.
pub struct AnyOf<F>(PhantomData<F>);

/// The most values of a parameter.
const VALUES_MAX: usize = 100;
/// The most characters of a parameter. A longer query is refused as a whole.
const LENGTH_MAX: usize = 8 * 1024;

impl<F: Field> Field for AnyOf<F> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        let items = Some(Box::new(F::schema(registry)));
        inline(MetaSchema {
            items,
            min_items: Some(1),
            max_items: Some(VALUES_MAX),
            ..MetaSchema::new("array")
        })
    }
}

impl<F: InputField> InputField for AnyOf<F> {
    type Value = Vec<F::Value>;

    const IS_LIST: bool = true;
    const CONTROL: Control = F::CONTROL;

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let Some(text) = Text::<LENGTH_MAX>::read(source, path, within)? else { return Ok(None) };
        let texts: Vec<_> = text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
        if texts.len() > VALUES_MAX {
            return Err(format!("must not have more than {VALUES_MAX} values"));
        }
        let (mut values, mut wrong, mut rule) = (Vec::with_capacity(texts.len()), Vec::new(), None);
        for text in &texts {
            match read_text::<F>(path, text) {
                Ok(value) if values.contains(&value) => {}
                Ok(value) => values.push(value),
                Err(broken) => {
                    wrong.push(shown(text));
                    rule.get_or_insert(broken);
                }
            }
        }
        match rule {
            // A single value needs no name.
            Some(rule) if texts.len() == 1 => Err(rule),
            Some(rule) => Err(format!("({}) {rule}", wrong.join(", "))),
            None => Ok(Some(values).filter(|values| !values.is_empty())),
        }
    }

    fn rule() -> String {
        F::rule()
    }
}
