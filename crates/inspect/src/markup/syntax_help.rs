//! Advice on how to correct the parse errors of the HTML standard (section 13.2.2).

use html5gum::Error;

/// Returns advice on how to correct a parse error.
pub fn syntax_help(error: Error) -> &'static str {
    match error {
        Error::MissingWhitespaceBetweenAttributes => "add a space between the two attributes",
        Error::DuplicateAttribute => "keep one of the attributes of this name",
        Error::MissingAttributeValue => "write the value after `=`, or delete the `=`",
        Error::UnexpectedCharacterInAttributeName
        | Error::UnexpectedEqualsSignBeforeAttributeName
        | Error::UnexpectedCharacterInUnquotedAttributeValue => {
            "write each attribute as name=\"value\", with straight quotes on both sides"
        }
        Error::InvalidFirstCharacterOfTagName
        | Error::UnexpectedQuestionMarkInsteadOfTagName
        | Error::EofBeforeTagName => "write &lt; for the sign <",
        Error::EofInTag | Error::UnexpectedSolidusInTag => {
            "end the tag with `>`, and close every quote in it"
        }
        Error::EndTagWithAttributes | Error::EndTagWithTrailingSolidus => {
            "write nothing but the name in an end tag: </name>"
        }
        Error::MissingEndTagName => "write the name of the element to close: </name>",
        Error::AbruptClosingOfEmptyComment
        | Error::EofInComment
        | Error::IncorrectlyClosedComment
        | Error::IncorrectlyOpenedComment
        | Error::NestedComment
        | Error::CdataInHtmlContent
        | Error::EofInCdata
        | Error::EofInScriptHtmlCommentLikeText => "write a comment as <!-- … -->",
        Error::AbsenceOfDigitsInNumericCharacterReference
        | Error::MissingSemicolonAfterCharacterReference
        | Error::UnknownNamedCharacterReference => {
            "write the character itself, and &amp; for the sign &"
        }
        Error::CharacterReferenceOutsideUnicodeRange
        | Error::ControlCharacterReference
        | Error::NoncharacterCharacterReference
        | Error::NullCharacterReference
        | Error::SurrogateCharacterReference => "write the character itself, or delete it",
        Error::ControlCharacterInInputStream
        | Error::NoncharacterInInputStream
        | Error::SurrogateInInputStream
        | Error::UnexpectedNullCharacter => "delete the character",
        Error::AbruptDoctypePublicIdentifier
        | Error::AbruptDoctypeSystemIdentifier
        | Error::EofInDoctype
        | Error::InvalidCharacterSequenceAfterDoctypeName
        | Error::MissingDoctypeName
        | Error::MissingDoctypePublicIdentifier
        | Error::MissingDoctypeSystemIdentifier
        | Error::MissingQuoteBeforeDoctypePublicIdentifier
        | Error::MissingQuoteBeforeDoctypeSystemIdentifier
        | Error::MissingWhitespaceAfterDoctypePublicKeyword
        | Error::MissingWhitespaceAfterDoctypeSystemKeyword
        | Error::MissingWhitespaceBeforeDoctypeName
        | Error::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers
        | Error::UnexpectedCharacterAfterDoctypeSystemIdentifier => "write <!doctype html>",
    }
}
